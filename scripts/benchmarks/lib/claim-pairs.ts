/**
 * Generates true and false claims about passages: sentences of the passage unchanged, with another
 * number, negated, with two names or numbers exchanged, and sentences of another passage.
 */
import { splitSentences } from '#core/text/sentences.ts';

export type ClaimKind = 'true' | 'number changed' | 'negated' | 'swapped' | 'wrong passage';
export interface ClaimPair {
  kind: ClaimKind;
  claim: string;
  passage: string;
  title: string;
}
/** A text with the next one of the same source. */
export interface ClaimText {
  title: string;
  text: string;
  other?: string;
}

const VERBS: Readonly<Record<string, { verb: string; not: string; isBefore?: true }>> = {
  en: { verb: 'is|are|was|were|has|have|had|can|could|will|would|did|does|may|must', not: 'not' },
  de: { verb: 'ist|sind|war|waren|wurde|wurden|hat|hatte|kann|konnte', not: 'nicht' },
  es: { verb: 'es|son|fue|era|fueron|ha|han|puede|está|estaba', not: 'no', isBefore: true },
  ru: { verb: 'был|была|было|были|является|являются|может|могут', not: 'не', isBefore: true },
};
const NAMES = /(?<=[\p{Ll},] )\p{Lu}[\p{L}’-]+(?: \p{Lu}[\p{L}’-]+)*(?=[ ,.])/gu;
const NUMBERS = /(?<![\p{L}\p{N}.,-])\d+(?:[.,]\d+)*(?![\p{L}\p{N}-])/gu;
const SENTENCE = /^[\p{Lu}\p{Lo}].{40,300}[.!。]$/u;

export function claimPairs(texts: readonly ClaimText[], language: string): ClaimPair[] {
  const pairs: ClaimPair[] = [];
  for (const [nth, { title, text, other }] of texts.entries()) {
    const sentences = splitSentences(text)
      .map((it) => it.text)
      .filter((it) => SENTENCE.test(it) && !/["“”«»„「]/.test(it));
    const add = (kind: ClaimKind, claim: string | undefined, passage = text) => {
      if (claim !== undefined) pairs.push({ kind, claim, passage, title });
    };
    const [one, another = one] = [
      sentences[nth % sentences.length],
      sentences[(nth + 1) % sentences.length],
    ];
    if (one === undefined || another === undefined) continue;
    add('true', nth % 2 === 0 ? one : shortened(one));
    add('true', another);
    if (other !== undefined) add('wrong passage', one, other);
    for (const sentence of sentences) {
      add('number changed', withOtherNumber(sentence, nth));
      add('negated', negated(sentence, language));
      add('swapped', exchanged(sentence, NAMES) ?? exchanged(sentence, NUMBERS));
    }
  }
  return pairs;
}

/** Removes what follows the last comma. */
const shortened = (sentence: string): string => {
  const comma = sentence.lastIndexOf(', ');
  return comma > sentence.length / 2 ? `${sentence.slice(0, comma)}.` : sentence;
};

function withOtherNumber(sentence: string, seed: number): string | undefined {
  const numbers = [...sentence.matchAll(NUMBERS)];
  const chosen = numbers[seed % numbers.length];
  if (!chosen) return undefined;
  const last = Number(chosen[0].at(-1));
  const changed = `${chosen[0].slice(0, -1)}${(last + 1 + (seed % 8)) % 10}`;
  return (
    sentence.slice(0, chosen.index) + changed + sentence.slice(chosen.index + chosen[0].length)
  );
}

function negated(sentence: string, language: string): string | undefined {
  const words = VERBS[language];
  if (!words) return undefined;
  const verb = new RegExp(`(?<=\\p{L} )(?:${words.verb})(?= \\p{Ll})`, 'u').exec(sentence);
  if (!verb || new RegExp(`(?<!\\p{L})${words.not}(?!\\p{L})`, 'u').test(sentence))
    return undefined;
  const at = words.isBefore ? verb.index : verb.index + verb[0].length + 1;
  return `${sentence.slice(0, at)}${words.not} ${sentence.slice(at)}`;
}

/** Swaps two different matches that are separated by more than "and". */
function exchanged(sentence: string, pattern: RegExp): string | undefined {
  const found = [...sentence.matchAll(pattern)];
  for (const [at, one] of found.entries()) {
    const other = found.slice(at + 1).find((it) => {
      const between = sentence.slice(one.index + one[0].length, it.index);
      return (
        it[0] !== one[0] && /\p{L}{3,}.*\p{L}{3,}/u.test(between) && !/\band\b|\bor\b/.test(between)
      );
    });
    if (other)
      return (
        sentence.slice(0, one.index) +
        other[0] +
        sentence.slice(one.index + one[0].length, other.index) +
        one[0] +
        sentence.slice(other.index + other[0].length)
      );
  }
  return undefined;
}
