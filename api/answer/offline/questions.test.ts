import { expect, it } from 'vitest';
import { chinese, report, talk, renumbered } from '../testing/sample-passages.ts';
import { questionsOffline } from './questions.ts';

const questions = (passages = talk()) => questionsOffline({ passages }).map((it) => it.question);

it('suggests four to six different questions, first about headings, then about terms', () => {
  const asked = questions();
  expect(asked.length).toBeGreaterThanOrEqual(4);
  expect(asked.length).toBeLessThanOrEqual(6);
  expect(new Set(asked).size).toBe(asked.length);
  expect(asked.slice(0, 3)).toEqual([
    'What does the video say about the waggle dance?',
    'What does the video say about life in the hive?',
    'What does the video say about open questions?',
  ]);
  expect(asked).toContain('What does “nectar” mean?');
});
it('refers to several sources as “the sources”', () => {
  expect(questions(renumbered(talk(), report()))).toContain(
    'What do the sources say about life in the hive?',
  );
});
it('suggests questions in the language of the sources', () => {
  for (const question of questions(chinese())) expect(question).toMatch(/\p{Script=Han}.*？$/u);
});
it('suggests questions for a short source, and none without sources', () => {
  expect(questions(report()).length).toBeGreaterThanOrEqual(4);
  expect(questions([])).toEqual([]);
});
