/** Finds the content words of a text, and the sentence of a passage that matches a claim. */
import type { Sentence } from '#core/text/sentences.ts';
import { analyse, baseLanguage, sentencesWithin, stopWords } from '#pipeline/search/index.ts';
import type { Passage } from './retrieve.ts';

/** Returns the index terms of the content words. */
export function contentTerms(text: string, language: string): Set<string> {
  const base = baseLanguage(language);
  const stop = stopWords(base === 'und' ? 'en' : base);
  const terms = new Set<string>();
  for (const { term, form, bigram: pair } of analyse(text, base)) {
    if (pair ? [...term].length > 1 : !stop.has(form) && (form.length > 1 || /\p{N}/u.test(form)))
      terms.add(term);
  }
  return terms;
}

export function shared(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  let count = 0;
  for (const term of a) if (b.has(term)) count += 1;
  return count;
}

const MIN_WORDS = 6;
const MIN_SHARE = 0.15;
/**
 * Tells whether the text is certainly in this language, so that missing words are significant: an
 * English answer about a German page shares no words with it and can still be right.
 */
export function speaks(text: string, language: string): boolean {
  const base = baseLanguage(language);
  const tokens = analyse(text, base);
  const dense = tokens.filter((it) => it.bigram).length;
  if (['zh', 'ja', 'ko', 'th'].includes(base)) return dense > tokens.length / 2;
  const stop = stopWords(base === 'und' ? 'en' : base);
  return (
    stop.size > 0 &&
    tokens.length >= MIN_WORDS &&
    tokens.filter((it) => stop.has(it.form)).length / tokens.length >= MIN_SHARE
  );
}

/**
 * Returns the sentence that shares the most terms, the shorter of equals; the first if none shares
 * any.
 */
export function bestSentence(
  passage: Pick<Passage, 'text' | 'pieces' | 'language'>,
  terms: ReadonlySet<string>,
): Sentence | undefined {
  let best: { sentence: Sentence; score: number } | undefined;
  for (const sentence of sentencesWithin(passage)) {
    const own = contentTerms(sentence.text, passage.language);
    const score = own.size === 0 ? 0 : shared(own, terms) + shared(own, terms) / own.size;
    if (!best || score > best.score) best = { sentence, score };
  }
  return best?.sentence;
}
