import { QueryClient } from '@tanstack/react-query';
import { expect, it, onTestFinished, vi } from 'vitest';
import type { ImportLive } from '#core/contract/import.ts';
import type { Source } from '#core/contract/source.ts';
import type { Thread } from '#core/contract/thread.ts';
import { FakeLine, lines, Refusal, serveApi, type Script } from '#ui/testing/api-stand-in.ts';
import { id, importOf, thread, webSource } from '#ui/testing/examples.ts';
import { settle } from '#ui/testing/screen.tsx';
import { followThread } from './thread-events.ts';
import { followImport } from './import-events.ts';
import { keys } from './queries.ts';
import { eventTexts } from './texts.ts';

const THREAD = id(1);
const held = (...numbers: number[]) => numbers.map((n) => ({ source: id(n) }));
const update = (...numbers: number[]) => ({
  title: 'Called otherwise',
  visibility: 'link',
  thread_sources: held(...numbers),
});

/** A page that shows and follows a thread with two sources. */
async function following(script: Script = {}) {
  const server = serveApi({
    'POST thread/loadSourceData': ({ body }) =>
      webSource(Number((body as { sourceId: string }).sourceId.slice(-4))),
    ...script,
  });
  const cache = new QueryClient();
  const reads = vi.fn(() => thread(1, { thread_source_data: [webSource(10), webSource(11)] }));
  await cache.fetchQuery({ queryKey: keys.thread('thread-1'), queryFn: reads });
  const problems: string[] = [];
  const leave = followThread(THREAD, cache, (message) => problems.push(message));
  onTestFinished(() => {
    leave();
  });
  const line = () => lines().get(`threads/${THREAD}/events`) as FakeLine;
  const shown = () => cache.getQueryData<Thread>(keys.thread('thread-1'));
  const titles = () => shown()?.thread_source_data.map((it) => it.title);
  const isStale = () => cache.getQueryState(keys.thread('thread-1'))?.isInvalidated;
  return { server, cache, line, shown, titles, isStale, leave, problems };
}
const renamed = (n: number, title: string): Source => webSource(n, { title });

it('updates a source in place as it is processed', async () => {
  const { line, titles, isStale } = await following();
  line().say('source', renamed(10, 'Read at last'));
  await expect.poll(titles).toEqual(['Read at last', 'Page 11']);
  expect(isStale()).toBe(false);
});

it('applies many updates at once, the latest of each source', async () => {
  const { cache, line, titles } = await following();
  let changes = 0;
  const stop = cache.getQueryCache().subscribe((it) => {
    if (it.type === 'updated' && it.action.type === 'success') changes += 1;
  });
  for (let step = 1; step <= 20; step += 1) {
    line().say('source', renamed(10, `At ${step}`));
    line().say('source', renamed(11, `Also at ${step}`));
  }
  await expect.poll(titles).toEqual(['At 20', 'Also at 20']);
  stop();
  expect(changes).toBe(1);
});

it('updates the name of a thread and drops a source that was removed elsewhere', async () => {
  const { line, shown, titles } = await following();
  line().say('thread', update(11));
  expect(titles()).toEqual(['Page 11']);
  expect(shown()?.title).toBe('Called otherwise');
  expect(shown()?.visibility).toBe('link');
});

it('fetches a source that was added elsewhere once', async () => {
  const { server, line, titles } = await following();
  line().say('thread', update(10, 12, 11));
  line().say('thread', update(10, 12, 11));
  await expect.poll(titles).toEqual(['Page 10', 'Page 12', 'Page 11']);
  expect(server.of('POST thread/loadSourceData').map((it) => it.body)).toEqual([
    { threadId: THREAD, sourceId: id(12) },
  ]);
});

it('fetches the whole thread when many sources were added', async () => {
  const { server, line, isStale } = await following();
  line().say('thread', update(...Array.from({ length: 13 }, (_, n) => 20 + n)));
  await expect.poll(isStale).toBe(true);
  expect(server.requests).toEqual([]);
});

it('reports sources that could not be loaded, unless they were removed meanwhile', async () => {
  const { server, line, problems } = await following({
    'POST thread/loadSourceData': () => new Refusal(404, 'not_found', 'No such source.'),
  });
  line().say('thread', update(10, 12));
  await expect.poll(() => server.requests.length).toBe(1);
  await settle();
  expect(problems).toEqual([]);
  server.change({
    'POST thread/loadSourceData': () => new Refusal(403, 'forbidden', 'Not yours.'),
  });
  line().say('thread', update(10, 13));
  await expect.poll(() => problems).toEqual([eventTexts.someNotLoaded]);
});

it.each(['source', 'thread'])('fetches the thread again after an unreadable %s', async (event) => {
  const { line, titles, isStale } = await following();
  line().say(event, { title: 'of a later release' });
  await expect.poll(isStale).toBe(true);
  expect(titles()).toEqual(['Page 10', 'Page 11']);
});

it('stops following a deleted thread', async () => {
  const { line, shown } = await following();
  line().say('gone', {});
  await expect.poll(shown).toBeUndefined();
  expect(line()).toBeUndefined();
});

it('fetches the thread after a gap, but not when the stream first opens', async () => {
  const { line, isStale } = await following();
  line().onopen?.();
  expect(isStale()).toBe(false);
  line().break(false);
  expect(isStale()).toBe(false);
  line().onopen?.();
  expect(isStale()).toBe(true);
});

it('reopens a refused stream with growing delays, which reset once it is stable', async () => {
  const { line } = await following();
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const refusedFor = (ms: number) => {
    line().break(true);
    vi.advanceTimersByTime(ms - 1);
    expect(line(), `before ${ms} ms`).toBeUndefined();
    vi.advanceTimersByTime(1);
    expect(line(), `after ${ms} ms`).toBeDefined();
  };
  for (const ms of [1000, 2000, 4000, 8000, 16_000, 30_000, 30_000]) refusedFor(ms);
  line().onopen?.();
  refusedFor(1000);
  vi.useRealTimers();
});

it('stops following when the page is closed', async () => {
  const { line, leave, titles } = await following();
  const last = line();
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  last.say('source', renamed(10, 'Too late'));
  last.break(true);
  leave();
  vi.advanceTimersByTime(60_000);
  expect(line()).toBeUndefined();
  expect(titles()).toEqual(['Page 10', 'Page 11']);
  vi.useRealTimers();
});

const live = (more: object) => ({
  ...importOf(5),
  stages: {},
  hosts: [],
  perMinute: 0,
  lastErrors: [],
  ...more,
});

it('follows an import until it is done', () => {
  const told: ImportLive[] = [];
  const stop = followImport(id(5), (now) => told.push(now));
  const line = lines().get(`imports/${id(5)}/events`) as FakeLine;
  line.say('import', live({ ready: 4 }));
  line.say('import', { state: 'of a later release' });
  line.say('import', live({ ready: 9, state: 'done' }));
  expect(told.map((it) => it.ready)).toEqual([4, 9]);
  expect(line.readyState).toBe(FakeLine.CLOSED);
  stop();
});

it('keeps following a paused import until it is closed', () => {
  const told: ImportLive[] = [];
  const stop = followImport(id(5), (now) => told.push(now));
  const line = lines().get(`imports/${id(5)}/events`) as FakeLine;
  line.say('import', live({ state: 'paused' }));
  expect(told.map((it) => it.state)).toEqual(['paused']);
  expect(line.readyState).toBe(FakeLine.OPEN);
  stop();
  expect(line.readyState).toBe(FakeLine.CLOSED);
});
