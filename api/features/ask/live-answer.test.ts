import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { v7 as uuid } from 'uuid';
import { createLog } from '#config/log.ts';
import { AnswerId, SourceId, ThreadId } from '#core/contract/id.ts';
import type { AnswerEvent } from '#core/contract/answer-event.ts';
import type { Answer } from '#core/contract/ask.ts';
import { LiveAnswer } from './live-answer.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** Starts an answer that sends a word and then continues until it is stopped. */
function begin() {
  const answer: Answer = {
    _id: AnswerId.parse(uuid()),
    thread_id: ThreadId.parse(uuid()),
    question: 'Why?',
    answer: '',
    state: 'generating',
    model: null,
    sources: [SourceId.parse(uuid())],
    indexes: {},
    citations: [],
    timeTaken: null,
    feature: 'chat-thread',
    thread_node_id: null,
    feedback: null,
    error: null,
    createdAt: new Date(0).toISOString(),
  };
  const kept: Answer[] = [];
  let stopped = false;
  const live = new LiveAnswer(
    answer,
    async function* (signal) {
      yield { event: 'message', data: 'Because' } satisfies AnswerEvent;
      await new Promise((resolve) => {
        signal.addEventListener('abort', resolve);
      });
      stopped = true;
    },
    (it) => {
      kept.push(it);
      return Promise.resolve();
    },
    createLog('silent'),
  );
  return { live, kept, isStopped: () => stopped };
}

it("continues while its reader reloads the page, and ends within a second if they don't return", async () => {
  const { live, kept, isStopped } = begin();
  const seen: string[] = [];
  live.listen(() => undefined)();
  await vi.advanceTimersByTimeAsync(400);
  const leave = live.listen((event) => seen.push(event.event));
  await vi.advanceTimersByTimeAsync(10_000);
  expect({ seen, stopped: isStopped() }).toEqual({ seen: ['start', 'message'], stopped: false });
  leave();
  await vi.advanceTimersByTimeAsync(1_000);
  await live.finished;
  expect(isStopped()).toBe(true);
  expect(kept.at(-1)).toMatchObject({ state: 'interrupted', answer: 'Because' });
});

it('is stored when it is stopped', async () => {
  const { live, kept } = begin();
  const seen: string[] = [];
  live.listen((event) => seen.push(event.event));
  await vi.advanceTimersByTimeAsync(0);
  await live.stop();
  expect(seen).toEqual(['start', 'message', 'error']);
  expect(kept.at(-1)).toMatchObject({
    state: 'interrupted',
    answer: 'Because',
    error: { code: 'interrupted' },
  });
});
