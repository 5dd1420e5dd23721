import { expect, test } from 'vitest';
import { splitAnswers } from './past-answers.ts';
import { ask, type AnswerView } from './reduce.ts';

const answer = (id: string | undefined, state: AnswerView['state']): AnswerView => ({
  ...ask('Why does ice float?', []),
  id,
  state,
});
const first = answer('a', 'done');
const generating = answer('b', 'writing');
const ended = answer('b', 'done');

test.each([
  ['only stored answers', [first, ended], undefined, [first, ended], undefined],
  ['a question without an id', [first], answer(undefined, 'pending'), [first], 'live'],
  ['an answer that is still generated', [first, generating], generating, [first], 'live'],
  ['one whose stored form is behind', [first, generating], ended, [first], 'live'],
  ['one that is stored', [first, ended], generating, [first], 'stored'],
  ['one that is stored as interrupted', [answer('b', 'interrupted')], ended, [], 'stored'],
  ['one with later questions', [ended, first], ended, [ended, first], undefined],
  ['nothing', [], undefined, [], undefined],
])('%s', (_, stored, current, past, live) =>
  expect(splitAnswers(stored, current)).toEqual({
    past,
    live: live === 'stored' ? stored.at(-1) : live && current,
  }),
);
test('a question without an id replaces no stored answer', () => {
  const nameless = answer(undefined, 'failed');
  expect(splitAnswers([nameless], answer(undefined, 'pending')).past).toEqual([nameless]);
});
