import { expect, it } from 'vitest';
import { namedSources, type AskedSource } from './retrieve.ts';
import { sourceId } from './testing/passages.ts';

const source = (title: string): AskedSource => ({
  _id: sourceId(),
  title,
  medium: 'flow',
  sourceType: 'web',
  language: 'en',
});
const sources = ['The waggle dance', 'Bees', 'Life of the hive: a guide'].map(source);
const named = (question: string) => namedSources(question, sources).map((it) => it.title);

it('limits a question to the sources that it names', () => {
  expect(named('What does “The Waggle Dance” say about the sun?')).toEqual(['The waggle dance']);
  expect(named('According to Life of the Hive, a guide, what do bees eat?')).toEqual([
    'Life of the hive: a guide',
  ]);
  expect(named('Compare The waggle dance with Life of the hive: a guide.')).toHaveLength(2);
});

it('searches all sources when it names none, or only has a word of a title', () => {
  expect(named('How do bees dance?')).toHaveLength(3);
  expect(named('What is a waggle dance?')).toHaveLength(3);
});
