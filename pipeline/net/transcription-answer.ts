/** Parses a provider's transcription of a piece of audio, and its timed words. */
import { z } from 'zod';
import type { TranscribedSpan } from './contract.ts';

const Stretch = z.object({ text: z.string(), start: z.number(), end: z.number() });
export const TranscriptionAnswer = z.object({
  text: z.string().optional(),
  language: z.string().nullish(),
  words: z
    .array(z.object({ word: z.string(), start: z.number(), end: z.number() }))
    .nullish()
    .catch(undefined),
  segments: z.array(Stretch).nullish().catch(undefined),
  duration: z.number().nullish().catch(undefined),
});
export type TranscriptionAnswer = z.infer<typeof TranscriptionAnswer>;

/** `words`: whether times are per word. */
export function transcribedSpans({ words, segments, text, duration }: TranscriptionAnswer): {
  heard: TranscribedSpan[];
  words: boolean;
} {
  // Some providers return words without punctuation; the segments contain the punctuated text.
  if (words && words.length > 0)
    return {
      heard: punctuated(
        words.map((it) => ({ text: it.word.trim(), startS: it.start, endS: it.end })),
        text ?? segments?.map((it) => it.text).join(' ') ?? '',
      ),
      words: true,
    };
  if (segments && segments.length > 0)
    return {
      heard: segments.map((it) => ({ text: it.text.trim(), startS: it.start, endS: it.end })),
      words: false,
    };
  const all = text?.trim() ?? '';
  return {
    heard: all === '' ? [] : [{ text: all, startS: 0, endS: duration ?? all.length / 15 }],
    words: false,
  };
}

const letters = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '');
/**
 * Adds the punctuation of the text to the timed words. Words that don't match the text stay
 * unchanged.
 */
function punctuated(words: TranscribedSpan[], text: string): TranscribedSpan[] {
  const written = text.split(/\s+/).filter((word) => word !== '');
  let at = 0;
  return words.map((word) => {
    const bare = letters(word.text);
    const found =
      bare === '' ? -1 : written.slice(at, at + 4).findIndex((one) => letters(one) === bare);
    if (found === -1) return word;
    const as = written[at + found] ?? word.text;
    at += found + 1;
    return { ...word, text: as };
  });
}
