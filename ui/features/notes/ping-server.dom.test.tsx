import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { NOTES_PONG } from '#core/contract/notes-ping.ts';
import { MIN_ANSWER_MS, PING_AFTER_MS, pingServer } from './ping-server.ts';
import { connectSilently, SilentSocket } from './testing/silent-socket.ts';

const STATELESS = 5;

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

async function pinged() {
  const told: boolean[] = [];
  await connectSilently((socket, provider) =>
    pingServer(socket, provider, (silent) => told.push(silent)),
  );
  const [line] = SilentSocket.all;
  if (!line) throw new Error('Nothing is connected');
  const hear = (payload = 'synced') => {
    const written = (text: string) => [text.length, ...Buffer.from(text)];
    const { buffer: data } = Uint8Array.of(...written('notes'), STATELESS, ...written(payload));
    line.dispatchEvent(new MessageEvent('message', { data }));
  };
  hear();
  line.sent.length = 0;
  return { told, hear, line };
}

it('detects a silent server within two seconds, and its return at once', async () => {
  const { told, hear, line } = await pinged();
  vi.advanceTimersByTime(PING_AFTER_MS);
  expect(line.sent).toHaveLength(1);
  expect(told).toEqual([]);
  vi.advanceTimersByTime(MIN_ANSWER_MS);
  expect(told).toEqual([true]);
  hear(NOTES_PONG);
  expect(told).toEqual([true, false]);
  expect(PING_AFTER_MS + MIN_ANSWER_MS).toBeLessThan(2000);
});

it('pings at most once a second, and not while other messages arrive', async () => {
  const { told, hear, line } = await pinged();
  for (let n = 0; n < 10; n += 1) {
    vi.advanceTimersByTime(PING_AFTER_MS - 1);
    hear();
  }
  expect(line.sent).toHaveLength(0);
  for (let n = 0; n < 3; n += 1) {
    vi.advanceTimersByTime(PING_AFTER_MS);
    vi.advanceTimersByTime(200);
    hear(NOTES_PONG);
  }
  expect(line.sent).toHaveLength(3);
  expect(told).toEqual([]);
});

it('waits longer on a slow network', async () => {
  const { told, hear } = await pinged();
  vi.advanceTimersByTime(PING_AFTER_MS + MIN_ANSWER_MS + 200);
  hear(NOTES_PONG);
  expect(told).toEqual([true, false]);
  vi.advanceTimersByTime(PING_AFTER_MS + MIN_ANSWER_MS + 200);
  expect(told).toEqual([true, false]);
});

it('sends nothing from a hidden page, and pings when it is shown', async () => {
  const { told, line } = await pinged();
  const visibility = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
  document.dispatchEvent(new Event('visibilitychange'));
  vi.advanceTimersByTime(60_000);
  expect([line.sent.length, told]).toEqual([0, []]);
  visibility.mockReturnValue('visible');
  document.dispatchEvent(new Event('visibilitychange'));
  expect(line.sent).toHaveLength(1);
});

it('waits while a large change is being sent, and while the page itself was busy', async () => {
  const { told, line } = await pinged();
  line.bufferedAmount = 2_000_000;
  vi.advanceTimersByTime(PING_AFTER_MS);
  line.bufferedAmount = 1_000_000;
  vi.advanceTimersByTime(MIN_ANSWER_MS);
  expect(told).toEqual([]);
  line.bufferedAmount = 1_000_000;
  vi.spyOn(performance, 'now').mockReturnValue(performance.now() + 3000);
  vi.advanceTimersByTime(MIN_ANSWER_MS);
  expect(told).toEqual([]);
});
