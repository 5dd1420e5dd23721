/** Callbacks that wait for a paint, the toaster, or a listener. */
import { beforeEach, afterEach, expect, it, vi } from 'vitest';
import { afterPaint } from './after-paint.ts';
import { nowPlaying } from './now-playing.ts';

let frames: FrameRequestCallback[] = [];
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  frames = [];
  vi.stubGlobal('requestAnimationFrame', (frame: FrameRequestCallback) => frames.push(frame));
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  nowPlaying.set(undefined);
});
const paint = async () => {
  for (const frame of frames.splice(0)) frame(0);
  await vi.advanceTimersByTimeAsync(1);
};

it('runs waiting callbacks after the next paint, with one frame and in order', async () => {
  const done: number[] = [];
  for (const n of [1, 2, 3]) afterPaint(() => done.push(n));
  expect(frames).toHaveLength(1);
  expect(done).toEqual([]);
  await paint();
  expect(done).toEqual([1, 2, 3]);
});

it('runs them a little later if nothing is painted', async () => {
  const done = vi.fn();
  afterPaint(done);
  await vi.advanceTimersByTimeAsync(99);
  expect(done).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(2);
  expect(done).toHaveBeenCalledOnce();
  await paint();
  expect(done).toHaveBeenCalledOnce();
});

it('leaves callbacks added during a frame to the next', async () => {
  const done: string[] = [];
  afterPaint(() => done.push('first'));
  const [frame] = frames.splice(0);
  frame?.(0);
  afterPaint(() => done.push('second'));
  await vi.advanceTimersByTimeAsync(1);
  expect(done).toEqual(['first']);
  await paint();
  expect(done).toEqual(['first', 'second']);
});

it('reports a change of the playing span, but not the same span', () => {
  const told = vi.fn();
  const stop = nowPlaying.subscribe(told);
  const pause = () => undefined;
  nowPlaying.set({ startS: 1, endS: 2, pause });
  nowPlaying.set({ startS: 1, endS: 2, pause });
  expect(told).toHaveBeenCalledTimes(1);
  nowPlaying.set({ startS: 1, endS: 3, pause });
  nowPlaying.set(undefined);
  expect(told).toHaveBeenCalledTimes(3);
  stop();
  nowPlaying.set({ startS: 5, endS: 6, pause });
  expect(told).toHaveBeenCalledTimes(3);
  expect(nowPlaying.get()).toMatchObject({ startS: 5 });
});

it('shows messages that were sent before the toaster loaded', async () => {
  vi.resetModules();
  const { attachToaster, onPendingToast, toast } = await import('./toast.ts');
  const bring = vi.fn();
  toast.error('Not saved');
  const stop = onPendingToast(bring);
  expect(bring).toHaveBeenCalledTimes(1);
  toast.info('Offline', { more: 'It is tried again' });
  expect(bring).toHaveBeenCalledTimes(2);
  stop();
  const show = vi.fn();
  attachToaster(show);
  expect(show.mock.calls).toEqual([
    ['error', 'Not saved', undefined],
    ['info', 'Offline', { more: 'It is tried again' }],
  ]);
  toast.success('Saved');
  expect(show).toHaveBeenLastCalledWith('success', 'Saved', undefined);
  expect(bring).toHaveBeenCalledTimes(2);
});
