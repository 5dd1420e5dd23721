import { expect, test } from 'vitest';
import { excerpt } from './excerpt.ts';

const marked = (text: string, ...words: string[]): [number, number][] =>
  words.flatMap((word) =>
    [...text.matchAll(new RegExp(word, 'g'))].map((it): [number, number] => [
      it.index,
      it.index + word.length,
    ]),
  );
const shown = (text: string, length: number, ...words: string[]) => {
  const cut = excerpt(text, marked(text, ...words), length);
  return { ...cut, words: cut.ranges.map(([start, end]) => cut.text.slice(start, end)) };
};
const FILLER = 'Nothing of note is said in this sentence here. '.repeat(20);

test('shows a short passage in full', () => {
  expect(shown('Otters hold hands.', 100, 'hands')).toMatchObject({
    text: 'Otters hold hands.',
    words: ['hands'],
  });
});

test('shows the part with most matches, each still marked', () => {
  const { text, words } = shown(
    `An otter first. ${FILLER}Then an otter with a stone. ${FILLER}`,
    120,
    'otter',
    'stone',
  );
  expect(text.startsWith('… ')).toBe(true);
  expect(text.endsWith(' …')).toBe(true);
  expect(text).toContain('Then an otter with a stone.');
  expect(words).toEqual(['otter', 'stone']);
  expect(text.length).toBeLessThan(180);
});

test('starts at the beginning without matches, and cuts no word', () => {
  const { text } = shown(FILLER, 60);
  expect(FILLER.startsWith(text.replace(/ …$/, ''))).toBe(true);
  expect(text).toMatch(/\S …$/);
});

test('cuts between characters if there are no spaces', () => {
  const { text, words } = shown(
    `${'水獭睡觉的时候手牵着手。'.repeat(30)}石头${'它们在冬天也不觉得冷。'.repeat(30)}`,
    80,
    '石头',
  );
  expect(words).toEqual(['石头']);
  expect(text.length).toBeLessThan(100);
});
