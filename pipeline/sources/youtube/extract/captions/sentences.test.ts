import { expect, test } from 'vitest';
import { parseCaptions } from './parse.ts';
import { sentencesOf } from './sentences.ts';
import { wordsOf } from './words.ts';

const clock = (seconds: number) => new Date(Math.round(seconds * 1000)).toISOString().slice(11, -1);

/**
 * Creates an automatic caption track without punctuation: each word lasts until the next one, and
 * the one after `…` is lengthened by a second of silence.
 */
function automatic(text: string): string {
  let at = 1;
  const timed = text.split(' ').map((token) => {
    const isPaused = token.startsWith('…');
    const word = token.replace('…', '');
    const mark = `<${clock(at)}><c> ${word}</c>`;
    at += 0.2 + word.length * 0.05 + (isPaused ? 1 : 0);
    return mark;
  });
  return `WEBVTT\n\n${clock(1)} --> ${clock(at)}\n${timed.join('')}\n`;
}
const textsOf = (track: string, language: string) =>
  sentencesOf(wordsOf(parseCaptions('vtt', track)), language).map(({ text }) => text);

test('splits automatic captions after a pause', () => {
  const track = automatic(
    'the harbour wall was built in three summers …every stone came by boat along the coast …nobody knows who paid for the work',
  );
  expect(textsOf(track, 'en')).toEqual([
    'the harbour wall was built in three summers',
    'every stone came by boat along the coast',
    'nobody knows who paid for the work',
  ]);
});

test("doesn't split automatic captions after a word that needs another one", () => {
  const track = automatic(
    'the harbour wall was built in three long summers with the …granite of the next island but that was not cheap at all for the people',
  );
  expect(textsOf(track, 'en')).toEqual([
    'the harbour wall was built in three long summers with the granite of the next island',
    'but that was not cheap at all for the people',
  ]);
});

test('begins sentences of German captions with German words', () => {
  const track = automatic(
    'die lange Mauer am Hafen wurde in drei Sommern von vielen Menschen gebaut aber niemand weiß heute noch wer die viele Arbeit damals bezahlt hat',
  );
  expect(textsOf(track, 'de')).toEqual([
    'die lange Mauer am Hafen wurde in drei Sommern von vielen Menschen gebaut',
    'aber niemand weiß heute noch wer die viele Arbeit damals bezahlt hat',
  ]);
});

test('splits words that all have the same time in linear time', () => {
  const words = Array.from({ length: 200_000 }, () => ({
    word: 'now',
    offset: 1,
    duration: 0,
    glued: false,
  }));
  const sentences = sentencesOf(words, 'en');
  expect(sentences.flatMap(({ text }) => text.split(' '))).toHaveLength(words.length);
});
