import { expect, test } from 'vitest';
import { captionAt } from './caption-cues.ts';
import { indexTranscript } from './transcript-index.ts';

const LONG =
  'Forgetting is steep at first and levels off later, which is why the first review should come ' +
  'after a day and the second one after a week.';
const transcript = (text: string, words: { word: string; offset: number; duration: number }[]) =>
  indexTranscript({
    language: 'en',
    formattedMergedTranscript: [{ start: 10, end: 20, text }],
    words,
    chapters: [],
  });

test('shows a short sentence while it is spoken, and a second longer', () => {
  const index = transcript('Spacing helps memory.', []);
  expect([9, 10, 20.5, 21.5].map((timeS) => captionAt(index, timeS))).toEqual([
    '',
    'Spacing helps memory.',
    'Spacing helps memory.',
    '',
  ]);
});

test('splits a long sentence by the times of its words', () => {
  const words = LONG.split(' ').map((word, n) => ({ word, offset: 10 + n * 0.2, duration: 0.2 }));
  const index = transcript(LONG, words);
  const parts = [...new Set([10, 12, 14, 16].map((timeS) => captionAt(index, timeS)))];
  expect(parts.join(' ')).toBe(LONG);
  for (const part of parts) expect(part.length).toBeLessThanOrEqual(84);
  const second = words.find(({ word }) => parts[1]?.startsWith(word));
  expect(second && captionAt(index, second.offset - 0.01)).toBe(parts[0]);
  expect(second && captionAt(index, second.offset)).toBe(parts[1]);
});

test('splits it by length if only the sentence is timed', () => {
  const index = transcript(LONG, []);
  const parts = new Set([10, 12, 14, 16, 18, 19.9].map((timeS) => captionAt(index, timeS)));
  expect([...parts].join(' ')).toBe(LONG);
});

test('shows a word longer than a caption', () => {
  expect(captionAt(transcript('x'.repeat(200), []), 12)).toBe('x'.repeat(200));
});
