/** Parses typed text into words and exact phrases. Every string is a valid query. */
import { analyseQuery } from './analysis.ts';
import { stopWords } from './languages.ts';

/**
 * A word of the query and the terms that it may match, one per language searched. `prefix`: the
 * word may be unfinished. `count`: number of occurrences.
 */
export interface QueryWord {
  form: string;
  terms: string[];
  prefix: boolean;
  bigram: boolean;
  count: number;
}
/** `forms` in a row, as typed; `variants` the terms of that row per language. */
export interface QueryPhrase {
  forms: string[];
  variants: string[][];
}
/** `minor`: words with little meaning, excluded from `words`. */
export interface ParsedQuery {
  words: QueryWord[];
  phrases: QueryPhrase[];
  stopWords: QueryWord[];
}

const QUOTED = /["“”„«»]([^"“”„«»]*)["“”„«»]/gu;
const MAX_WORDS = 64;

/**
 * With `all`, the last word may be unfinished and quoted phrases are required; with `any`, the
 * words of a phrase also count individually.
 */
export function parseQuery(
  text: string,
  languages: readonly string[],
  match: 'all' | 'any',
): ParsedQuery {
  const phrases = [...text.matchAll(QUOTED)].flatMap(
    (quoted) => phrase(quoted[1] ?? '', languages) ?? [],
  );
  const rest = match === 'all' ? text.replace(QUOTED, ' ') : text;
  const first = languages[0] ?? 'und';
  const plain = analyseQuery(rest, first);
  const terms = new Map<string, QueryWord>();
  const others = languages.slice(1).map((language) => analyseQuery(rest, language));
  const last = plain.at(-1);
  const unfinished = match === 'all' && last && /[\p{L}\p{N}\p{M}]$/u.test(text) ? last : undefined;
  for (const [at, token] of plain.entries()) {
    const known = terms.get(token.form);
    const prefix = token.bigram
      ? !isWholeBigram(token.term)
      : token === unfinished && token.form.length >= 2;
    if (known) {
      known.prefix ||= prefix;
      known.count += 1;
      continue;
    }
    if (terms.size >= MAX_WORDS) break;
    const all = new Set([token.term, ...others.flatMap((them) => them[at]?.term ?? [])]);
    terms.set(token.form, {
      form: token.form,
      terms: [...all],
      prefix,
      bigram: token.bigram,
      count: 1,
    });
  }
  const all = [...terms.values()];
  const words = withoutStopWords(all, languages, phrases.length > 0);
  return { words, phrases, stopWords: all.filter((it) => !words.includes(it)) };
}

const isWholeBigram = (term: string): boolean => [...term.replace(/\p{M}/gu, '')].length > 1;

/**
 * Tells whether a form is a single character of a script without spaces, which matches every pair
 * that starts with it.
 */
export const isSingleCharacter = (form: string): boolean =>
  [...form].length === 1 && /[^\x00-\x7f]/.test(form);

function phrase(text: string, languages: readonly string[]): QueryPhrase | undefined {
  const rows = languages.map((language) => analyseQuery(text, language));
  const forms = (rows[0] ?? []).map((it) => it.form);
  if (forms.length === 0) return undefined;
  const variants = new Map(
    rows.map((row) => [row.map((it) => it.term).join(' '), row.map((it) => it.term)]),
  );
  return { forms, variants: [...variants.values()] };
}

/** Removes the stop words of the language of most words; removes none if no word would remain. */
function withoutStopWords(
  words: QueryWord[],
  languages: readonly string[],
  something: boolean,
): QueryWord[] {
  let best = words;
  for (const language of languages) {
    const stop = stopWords(language);
    const significant = words.filter((it) => it.bigram || it.prefix || !stop.has(it.form));
    if (significant.length < best.length) best = significant;
  }
  return best.length > 0 || something ? best : words;
}
