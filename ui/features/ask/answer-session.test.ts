import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { AnswerEvent } from '#core/contract/answer-event.ts';
import { AnswerId } from '#core/contract/id.ts';
import { ApiError, NETWORK_ERROR } from '#ui/client/api.ts';
import { AnswerSession } from './answer-session.ts';

beforeEach(() => {
  vi.useFakeTimers();
  const network = new EventTarget();
  vi.stubGlobal('addEventListener', network.addEventListener.bind(network));
  vi.stubGlobal('removeEventListener', network.removeEventListener.bind(network));
  vi.stubGlobal('dispatchEvent', network.dispatchEvent.bind(network));
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const ID = AnswerId.parse('0198c0de-0000-7000-8000-0000000000c1');
const say = (data: string): AnswerEvent => ({ event: 'message', data });
const START: AnswerEvent = { event: 'start', data: { answer_id: ID } };
const DONE: AnswerEvent = { event: 'done', data: { timeTaken: 12, model: 3 } };
const CUT: AnswerEvent = {
  event: 'error',
  data: { code: 'interrupted', message: NETWORK_ERROR },
};

/** A server that responds to each request with the next of these; an error rejects it. */
function asked(...replies: (readonly AnswerEvent[] | Error)[]) {
  const keys: string[] = [];
  const stored: string[] = [];
  const making = new AnswerSession('block.0.chat', {
    open: async function* (key) {
      keys.push(key);
      const reply = replies[keys.length - 1] ?? [];
      await Promise.resolve();
      if (reply instanceof Error) throw reply;
      yield* reply;
    },
    pending: {
      begun: (id) => void stored.push(id),
      ended: () => void stored.push('ended'),
    },
  });
  return {
    making,
    keys,
    stored,
    shown: () => ({
      text: making.get().view.text,
      state: making.get().view.state,
      away: making.get().away,
    }),
  };
}

it('sends the same question again while the server restarts, and shows the one answer', async () => {
  const { keys, shown } = asked(
    [START, say('A gloss is '), CUT],
    new ApiError('unreachable', 'network error', 0),
    new ApiError('unreachable', 'network error', 0),
    [START, say('A gloss is a note.'), DONE],
  );
  await vi.advanceTimersByTimeAsync(100);
  expect(shown()).toEqual({ text: 'A gloss is ', state: 'writing', away: true });
  await vi.advanceTimersByTimeAsync(5000);
  expect(shown()).toEqual({ text: 'A gloss is a note.', state: 'done', away: false });
  expect(keys).toEqual(Array.from({ length: 4 }, () => 'block.0.chat'));
});

it('keeps a question while offline, and sends it after reconnecting', async () => {
  vi.stubGlobal('navigator', { onLine: false });
  const offline = Array.from({ length: 200 }, () => new ApiError('unreachable', NETWORK_ERROR, 0));
  const { making, keys, shown } = asked(...offline);
  await vi.advanceTimersByTimeAsync(30 * 60_000 + 100);
  expect(shown()).toEqual({ text: '', state: 'pending', away: true });
  const before = keys.length;
  dispatchEvent(new Event('online'));
  await vi.advanceTimersByTimeAsync(0);
  expect(keys.length).toBe(before + 1);
  making.stop();
});

it('says why there is no answer, and stops asking', async () => {
  const { making, keys } = asked(
    new ApiError('allowance_spent', 'Please upgrade your plan to continue', 429),
  );
  await vi.advanceTimersByTimeAsync(60_000);
  expect(making.get().view).toMatchObject({ state: 'failed', error: { code: 'allowance_spent' } });
  expect(keys).toHaveLength(1);
});

it('becomes a new question if the server knows its key with other sources', async () => {
  const { keys, shown } = asked(new ApiError('conflict', 'Another question.', 409), [
    START,
    say('Yes.'),
    DONE,
  ]);
  await vi.advanceTimersByTimeAsync(100);
  expect(shown()).toMatchObject({ text: 'Yes.', state: 'done' });
  expect(keys[1]).not.toBe(keys[0]);
});

it('keeps the partial text when it is stopped', async () => {
  const { making, keys } = asked(
    [say('A gloss'), CUT],
    new ApiError('unreachable', NETWORK_ERROR, 0),
  );
  await vi.advanceTimersByTimeAsync(100);
  making.stop();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(making.get().view).toMatchObject({ text: 'A gloss', state: 'interrupted' });
  expect(keys).toHaveLength(2);
});

it('follows an answer again at once after a lost connection', async () => {
  const { keys, shown } = asked(
    [START, say('A gloss'), CUT],
    [START, say('A gloss is a note.'), DONE],
  );
  await vi.advanceTimersByTimeAsync(0);
  expect(keys).toHaveLength(2);
  expect(shown()).toEqual({ text: 'A gloss is a note.', state: 'done', away: false });
});

it.each([
  ['an answer', [START, say('Yes.'), DONE], [ID, 'ended']],
  ['a refusal', new ApiError('allowance_spent', 'Please upgrade.', 429), ['ended']],
])('is stored until it ends with %s', async (_, reply, told) => {
  const { making, stored } = asked(reply);
  await making.finished;
  expect(stored).toEqual(told);
});

it('stays stored when its reader leaves', async () => {
  const { making, stored } = asked(
    [START, say('A gloss'), CUT],
    new ApiError('unreachable', NETWORK_ERROR, 0),
  );
  await vi.advanceTimersByTimeAsync(100);
  making.leave();
  await making.finished;
  expect(stored).toEqual([ID]);
});

it('settles without an end if the answer is no longer being generated', async () => {
  const { making } = asked([]);
  expect(await making.finished).toMatchObject({ state: 'pending', error: null });
});
