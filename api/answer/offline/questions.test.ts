import { expect, it } from 'vitest';
import { chinese, report, talk } from '../testing/lesson.ts';
import { questionsOffline } from './questions.ts';

const questions = (passages = talk()) => questionsOffline({ passages }).map((it) => it.question);

it('asks four to six different questions of terms and headings', () => {
  const asked = questions();
  expect(asked.length).toBeGreaterThanOrEqual(4);
  expect(asked.length).toBeLessThanOrEqual(6);
  expect(new Set(asked).size).toBe(asked.length);
  expect(asked).toEqual(
    expect.arrayContaining([
      'What is meant by “waggle dance”?',
      'What is said under “The waggle dance”?',
    ]),
  );
});
it('asks in the language of the sources', () => {
  for (const question of questions(chinese())) expect(question).toMatch(/\p{Script=Han}.*？$/u);
});
it('asks something of a short source, and nothing of none', () => {
  expect(questions(report()).length).toBeGreaterThanOrEqual(4);
  expect(questions([])).toEqual([]);
});
