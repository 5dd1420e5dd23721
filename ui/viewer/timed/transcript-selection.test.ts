import { describe, expect, test } from 'vitest';
import { indexTranscript } from './transcript-index.ts';
import { selectionLocator, startOf } from './transcript-selection.ts';

const words = (start: number, text: string) =>
  text.split(' ').map((word, n) => ({ word, offset: start + n, duration: 1 }));
const INDEX = indexTranscript({
  language: 'en',
  formattedMergedTranscript: [
    { start: 0, end: 10, text: 'Spacing helps memory.' },
    { start: 10, end: 20, text: 'Testing helps too.' },
    { start: 20, end: 30, text: 'Only the sentence is timed.' },
  ],
  words: [...words(0, 'Spacing helps memory.'), ...words(10, 'Testing helps too.')],
  chapters: [],
});
const at = (segment: number, word: number) => ({ segment, word });

describe('selected words become', () => {
  test('the seconds and text from the first to the last word', () =>
    expect(selectionLocator(INDEX, at(0, 1), at(0, 2), 'ignored')).toEqual({
      medium: 'timed',
      startS: 1,
      endS: 3,
      quote: 'helps memory.',
    }));

  test('the same range when they are selected backwards', () =>
    expect(selectionLocator(INDEX, at(1, 0), at(0, 2), '')).toEqual(
      selectionLocator(INDEX, at(0, 2), at(1, 0), ''),
    ));

  test('every word between two sentences', () =>
    expect(selectionLocator(INDEX, at(0, 2), at(1, 1), '')).toMatchObject({
      startS: 2,
      endS: 12,
      quote: 'memory. Testing helps',
    }));

  test('the selected text without line breaks if words are not timed', () =>
    expect(selectionLocator(INDEX, at(2, -1), at(2, -1), ' the\n  sentence ')).toEqual({
      medium: 'timed',
      startS: 20,
      endS: 30,
      quote: 'the sentence',
    }));

  test('the range from a timed word to the end of a sentence without word times', () =>
    expect(selectionLocator(INDEX, at(1, 2), at(2, -1), 'too. Only the')).toMatchObject({
      startS: 12,
      endS: 30,
      quote: 'too. Only the',
    }));

  test('nothing if no words are selected, or a sentence is missing', () => {
    expect(selectionLocator(INDEX, at(2, -1), at(2, -1), '  ')).toBeUndefined();
    expect(selectionLocator(INDEX, at(0, 0), at(9, 0), 'x')).toBeUndefined();
  });
});

describe('a pressed word starts', () => {
  test('at its own second', () => expect(startOf(INDEX, at(1, 2))).toBe(12));
  test('at its sentence if it is not timed', () => expect(startOf(INDEX, at(2, -1))).toBe(20));
  test('nowhere outside of the transcript', () => {
    expect(startOf(INDEX, undefined)).toBeUndefined();
    expect(startOf(INDEX, at(9, 0))).toBeUndefined();
  });
});
