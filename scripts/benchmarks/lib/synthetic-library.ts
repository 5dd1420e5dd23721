/**
 * Any number of passages with word frequencies of real texts, and real questions cut to 3–8 words.
 * Deterministic.
 */
import type { RetrievalSet } from './retrieval.ts';
import { seeded } from '#core/text/testing/edit-script.ts';

export interface SyntheticLibrary {
  passage(): string;
  words(count: number): string;
  questions(count: number): string[];
}

/** Fraction of words from the long tail, which a few thousand passages don't contain. */
const RARE = 0.02;
const RARE_WORDS = 400_000;
const SYLLABLES =
  'ba be bi bo bu da de di do du ka ke ki ko ku la le li lo lu ma me mi mo mu na ne ni no nu ra re ri ro ru sa se si so su ta te ti to tu va ve vi vo vu'.split(
    ' ',
  );

export function syntheticLibrary(sets: readonly RetrievalSet[]): SyntheticLibrary {
  const counts = new Map<string, number>();
  const lengths: number[] = [];
  for (const { documents } of sets) {
    for (const { text } of documents) {
      const words = text.match(/[\p{L}\p{N}]+/gu) ?? [];
      lengths.push(words.length);
      for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
    }
  }
  const words = [...counts.keys()];
  // A sampling table that contains each word as often as it occurs.
  const repeatedWords = words.flatMap((word) =>
    Array.from({ length: counts.get(word) ?? 0 }, () => word),
  );
  const random = seeded(7);
  const pick = <T>(from: readonly T[], otherwise: T): T =>
    from[Math.floor(random() * from.length)] ?? otherwise;
  // Squaring makes some rare words more frequent than others.
  const rare = () => {
    let rest = Math.floor(random() ** 2 * RARE_WORDS);
    let word = '';
    do {
      word += SYLLABLES[rest % SYLLABLES.length] ?? '';
      rest = Math.floor(rest / SYLLABLES.length);
    } while (rest > 0);
    return `${word}x`;
  };
  const word = () => (random() < RARE ? rare() : pick(repeatedWords, 'word'));
  const row = (count: number) => Array.from({ length: count }, word).join(' ');
  const asked = sets.flatMap((it) => it.queries.map(({ text }) => text.split(/\s+/)));
  return {
    passage: () => row(Math.min(200, Math.max(40, pick(lengths, 120)))),
    words: row,
    questions: (count) =>
      Array.from({ length: count }, () =>
        pick(asked, ['word'])
          .slice(0, 3 + Math.floor(random() * 6))
          .join(' '),
      ),
  };
}
