/**
 * From text to index terms, the same for passages and for questions. Words are folded and stemmed by their language;
 * scripts written without spaces (and Korean, whose particles cling to words) become overlapping pairs of characters.
 */
import { fold, normalise } from './fold.ts';
import { stem } from './languages.ts';

/** `form` is the folded word, `term` what stands in the index; `[start, end)` in the text as given. */
export interface Token { term: string; form: string; start: number; end: number; /** one of a run of character pairs */ pair: boolean }

const DENSE = '\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\u30fc\\uff70\\p{Script=Hangul}\\p{Script=Thai}\\p{Script=Lao}\\p{Script=Khmer}\\p{Script=Myanmar}';
const HIDDEN = '\\u00ad\\u200b-\\u200d\\u2060\\ufeff';
/** A run of dense script (captured), or a word with what makes `C++` and `C#` of a letter. */
const RUN = new RegExp(`([${DENSE}][${DENSE}\\p{M}\\uff9e\\uff9f${HIDDEN}]*)|[[\\p{L}\\p{N}]--[${DENSE}]][[\\p{L}\\p{N}\\p{M}${HIDDEN}]--[${DENSE}]]*(?:\\+\\+(?![\\p{L}\\p{N}+])|#(?![\\p{L}\\p{N}#]))?`, 'gv');
/** One character as a reader counts them: with its marks; jamo of a decomposed Hangul syllable together. */
const UNIT = new RegExp(`[\\u1100-\\u115f][\\u1160-\\u11a7][\\u11a8-\\u11ff]?|[^\\p{M}${HIDDEN}][\\p{M}\\uff9e\\uff9f${HIDDEN}]*`, 'gu');
const APOSTROPHE = /['’ʼ＇]/;
const MAX_WORD = 64;

export function analyse(text: string, language: string): Token[] {
  const tokens: Token[] = [];
  for (const match of text.matchAll(RUN)) {
    const run = match[0];
    if (match[1] !== undefined) pairs(run, match.index, tokens);
    else word(run, match.index, text, language, tokens);
  }
  return tokens;
}

function word(run: string, start: number, text: string, language: string, tokens: Token[]): void {
  const end = start + run.length;
  // `Levi's`, `l'homme`, `d’Artagnan`: the lone letter beside the apostrophe is grammar.
  if (run.length === 1 && (APOSTROPHE.test(text[start - 1] ?? '') || APOSTROPHE.test(text[end] ?? '')) && !/\p{N}/u.test(run)) return;
  const whole = normalise(run).slice(0, MAX_WORD);
  if (whole === '') return;
  tokens.push({ term: stem(whole, language), form: fold(whole), start, end, pair: false });
}

/** Each character begins a term: pairs, and the last one alone, so that a single character is found by its prefix. */
function pairs(run: string, offset: number, tokens: Token[]): void {
  const units = [...run.matchAll(UNIT)].map((it) => ({ text: normalise(it[0]), start: offset + it.index, end: offset + it.index + it[0].length }));
  for (const [at, unit] of units.entries()) {
    const next = units[at + 1];
    const term = next ? unit.text + next.text : unit.text;
    tokens.push({ term, form: term, start: unit.start, end: next ? next.end : unit.end, pair: true });
  }
}

/** Tokens of a question: as `analyse`, but the lone last character of a longer run is left out, for the pair before it holds it. */
export function analyseQuery(text: string, language: string): Token[] {
  const tokens = analyse(text, language);
  return tokens.filter((it, at) => {
    const before = tokens[at - 1];
    return !(it.pair && before?.pair && before.end === it.end);
  });
}
