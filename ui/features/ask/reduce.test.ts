import { expect, test } from 'vitest';
import { AnswerEvent } from '#core/contract/answer-event.ts';
import { Citation } from '#core/contract/ask.ts';
import { ask, fail, fromStored, reduce, stop, withoutHalfMark } from './reduce.ts';

const ANSWER = '01935b6e-0000-7000-8000-0000000000aa';
const SOURCE = '01935b6e-0000-7000-8000-000000000001';
const citation = (mark: number, quote: string) =>
  Citation.parse({
    mark,
    source_id: SOURCE,
    title: 'A paper',
    locator: { medium: 'paged', page: 4, quote },
  });
const event = (name: string, data: unknown) => AnswerEvent.parse({ event: name, data });
const fold = (...events: AnswerEvent[]) => events.reduce(reduce, ask('Why?', [SOURCE]));

const begun = [
  event('start', { answer_id: ANSWER }),
  event('message', 'Because '),
  event('message', 'of this [1].'),
];

test('the text is the messages in order, and it ends when it is done', () => {
  expect(ask('Why?', []).state).toBe('pending');
  expect(fold(...begun)).toMatchObject({
    id: ANSWER,
    text: 'Because of this [1].',
    state: 'writing',
  });
  expect(fold(...begun, event('done', { timeTaken: 12, model: 'offline' }))).toMatchObject({
    state: 'done',
    model: 'offline',
    timeTaken: 12,
  });
});

test('citations arrive in parts, each mark once and the later one wins', () => {
  const view = fold(
    event('citations', [citation(2, 'b')]),
    event('citations', [citation(1, 'a'), citation(2, 'B')]),
  );
  expect(view.citations.map((it) => [it.mark, it.locator.quote])).toEqual([
    [1, 'a'],
    [2, 'B'],
  ]);
});

test('an error after the first word keeps what had arrived; one before it is a failure', () => {
  const cut = event('error', { code: 'interrupted', message: 'network error' });
  expect(fold(...begun, cut)).toMatchObject({
    state: 'interrupted',
    text: 'Because of this [1].',
    error: { message: 'network error' },
  });
  expect(fold(cut)).toMatchObject({ state: 'failed', text: '' });
  expect(fail(ask('Why?', []), 'unavailable', 'busy').error).toEqual({
    code: 'unavailable',
    message: 'busy',
  });
});

test('nothing changes an answer that has ended', () => {
  const stopped = stop(fold(...begun));
  expect(stopped.state).toBe('interrupted');
  expect(reduce(stopped, event('message', ' more'))).toBe(stopped);
  expect(stop(fold(...begun, event('done', { timeTaken: 1, model: 5 }))).state).toBe('done');
});

test('what is left today is known once the server said it', () => {
  expect(fold().left).toBeUndefined();
  expect(fold(event('ai_usage', { usage_left: { question_n_answers: 19 } })).left).toBe(19);
});

test('a stored answer reads as the streamed one did', () => {
  const stored = {
    _id: ANSWER,
    thread_id: SOURCE,
    question: 'Why?',
    answer: 'So [1].',
    state: 'done',
    model: 5,
    sources: [SOURCE],
    indexes: { 1: `4:${SOURCE}` },
    citations: [citation(1, 'a')],
    timeTaken: 9,
    feature: 'chat-thread',
    feedback: null,
    error: null,
    createdAt: '2026-01-02T00:00:00Z',
  } as unknown as Parameters<typeof fromStored>[0];
  const streamed = fold(
    event('start', { answer_id: ANSWER }),
    event('message', 'So [1].'),
    event('citations', [citation(1, 'a')]),
    event('done', { timeTaken: 9, model: 5 }),
  );
  expect(fromStored(stored)).toEqual(streamed);
});

test('a mark that is still being written is held back', () => {
  expect(withoutHalfMark('as said [1')).toBe('as said ');
  expect(withoutHalfMark('as said [')).toBe('as said ');
  expect(withoutHalfMark('as said [1]')).toBe('as said [1]');
});
