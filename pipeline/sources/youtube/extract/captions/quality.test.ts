import { expect, test } from 'vitest';
import { measureTranscript } from './quality.ts';
import type { SpokenWord } from './words.ts';

const speak = (
  count: number,
  { fromS = 0, everyS = 0.4, word = (at: number) => `w${at}` } = {},
): SpokenWord[] =>
  Array.from({ length: count }, (_, at) => ({
    word: word(at),
    offset: fromS + at * everyS,
    duration: everyS,
    glued: false,
  }));
const measured = (
  words: SpokenWord[],
  more: { durationS?: number; detected?: string; language?: string } = {},
) =>
  measureTranscript({
    words,
    durationS: more.durationS,
    kind: 'automatic',
    language: more.language ?? 'en',
    detected: more.detected,
  });

test('a good transcript has no warnings', () => {
  expect(measured(speak(1500), { durationS: 600, detected: 'en' })).toEqual({
    kind: 'automatic',
    language: 'en',
    score: 1,
    warnings: [],
  });
});

test.each([
  ['an end that is missing', speak(1800), { durationS: 3480 }, 'covers 12 of 58 minutes'],
  [
    'words that nobody can say so fast',
    speak(900, { everyS: 0.1 }),
    { durationS: 90 },
    'has 10 words a second, more than anyone says',
  ],
  [
    'a title for an hour',
    speak(600, { everyS: 6 }),
    { durationS: 3600 },
    'has few words for its length',
  ],
  [
    'a track that stutters',
    speak(600, { word: (at) => `w${at % 12}` }),
    { durationS: 240 },
    'says the same words again and again',
  ],
  [
    'another language than it says',
    speak(600),
    { durationS: 240, detected: 'de' },
    'is marked as English but reads as German',
  ],
])('%s', (_, words, more, warning) => {
  const { warnings, score } = measured(words, more);
  expect(warnings).toEqual([warning]);
  expect(score).toBeLessThan(0.8);
});

test.each([
  ['a short clip with music', speak(20), { durationS: 120 }],
  [
    'a song with a refrain',
    [
      ...speak(100),
      ...speak(30, { fromS: 60 }),
      ...speak(100, { fromS: 90, word: (at) => `x${at}` }),
      ...speak(30, { fromS: 150 }),
    ],
    { durationS: 200 },
  ],
  ['a video whose length is unknown', speak(30), {}],
])("%s isn't a poor transcript", (_, words, more) => {
  expect(measured(words, more).warnings).toEqual([]);
});

test('a transcript without words is poor', () => {
  expect(measured([], { durationS: 60 })).toMatchObject({ score: 0, warnings: [] });
});
