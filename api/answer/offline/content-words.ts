/** Splits a text into words, and tells which of them name something. */
import { stopWords } from '#pipeline/search/index.ts';
import { contentTerms } from '../relevance.ts';
import { FUNCTION_WORDS } from './function-words.ts';

const MIN_LETTERS = 3;
const PARTICLES_KO =
  /(?<=\p{Script=Hangul}{2})(?:은|는|이|가|을|를|의|에|에서|로|으로|와|과|도|만|까지|부터|에게|이다|이며|이라는|라는)$/u;
const DENSE = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー\p{Script=Thai}]+/u;
const WORD =
  /[\p{L}\p{N}][\p{L}\p{M}\p{N}]*(?:['’\-‑][\p{L}\p{N}][\p{L}\p{M}\p{N}]*)*(?:\+\+|#)?/gu;
const DENSE_OR_WORD = new RegExp(`${DENSE.source}|${WORD.source}`, 'gu');

/** `key` contains its index terms. */
export interface Word {
  text: string;
  form: string;
  key: string;
  start: number;
  end: number;
  stop: boolean;
  /** a single character: part of a name, but not a name by itself */
  weak: boolean;
}

const stops = new Map<string, ReadonlySet<string>>();
function stopsOf(base: string): ReadonlySet<string> {
  let set = stops.get(base);
  if (!set)
    stops.set(
      base,
      (set = stopWords(base).union(new Set((FUNCTION_WORDS[base] ?? '').split(' ')))),
    );
  return set;
}
const segmenters = new Map<string, Intl.Segmenter>();
function segmenterOf(base: string): Intl.Segmenter {
  let made = segmenters.get(base);
  if (!made)
    segmenters.set(
      base,
      (made = new Intl.Segmenter(base === 'und' ? 'en' : base, { granularity: 'word' })),
    );
  return made;
}

const MAX_KEYS = 50_000;
const keys = new Map<string, string>();
function keyOf(word: string, base: string): string {
  const known = `${base} ${word}`;
  let key = keys.get(known);
  if (key === undefined) {
    if (keys.size > MAX_KEYS) keys.clear();
    keys.set(known, (key = [...contentTerms(word, base)].join(' ')));
  }
  return key;
}

/** Returns the words of a text in order; text without spaces is split into words. */
export function contentWords(text: string, base: string): Word[] {
  const stop = stopsOf(base);
  const isDense = base === 'zh' || base === 'ja' || base === 'th';
  const out: Word[] = [];
  // Bracketed text such as "[citation needed]" is an editor's, not the author's.
  const own = text.replace(/\[[^\][]{1,40}\]/g, (aside) => ' '.repeat(aside.length));
  for (const match of own.matchAll(isDense ? DENSE_OR_WORD : WORD)) {
    const pieces =
      isDense && DENSE.test(match[0])
        ? [...segmenterOf(base).segment(match[0])].map((it) => ({ text: it.segment, at: it.index }))
        : [{ text: match[0], at: 0 }];
    for (const piece of pieces) {
      const written = base === 'ko' ? piece.text.replace(PARTICLES_KO, '') : piece.text;
      const start = match.index + piece.at;
      const form = written.toLowerCase();
      // In a name such as "New South Wales", no word is a function word.
      const isNamed =
        base !== 'de' && start > 0 && /^\p{Lu}\p{Ll}/u.test(written) && !stopWords(base).has(form);
      const isWeak = isDense && [...written].length < 2;
      const key = keyOf(written, base) || (isWeak ? form : '');
      out.push({
        text: written,
        form,
        key,
        start,
        end: start + written.length,
        stop: key === '' || (!isNamed && isEmpty(written, form, base, stop)),
        weak: isWeak,
      });
    }
  }
  return out;
}

/**
 * Tells whether a word doesn't name a subject: a function word, a number, a single character, a
 * verb that ends in kana.
 */
function isEmpty(text: string, form: string, base: string, stop: ReadonlySet<string>): boolean {
  if (stop.has(form) || !/\p{L}/u.test(form) || stop.has(form.replace(/['’][^]*/, ''))) return true;
  if (base === 'ja') return /^\p{Script=Hiragana}+$/u.test(text);
  if (base === 'zh') return false;
  return [...form].length < (base === 'ko' ? 2 : MIN_LETTERS) && !/^\p{Lu}+$/u.test(text);
}
