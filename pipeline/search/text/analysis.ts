/**
 * Converts text to index terms, in the same way for passages and questions. Words are folded and
 * stemmed by language; scripts without spaces (and Korean, whose particles attach to words) become
 * overlapping pairs of characters.
 */
import { fold, normalise } from './fold.ts';
import { stem } from './languages.ts';

/**
 * `form` is the folded word, `term` its form in the index; `[start, end)` are offsets in the
 * original text.
 */
export interface Token {
  term: string;
  form: string;
  start: number;
  end: number;
  /** one of a run of character pairs */
  bigram: boolean;
}

const UNSEGMENTED =
  '\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\u30fc\\uff70\\p{Script=Hangul}\\p{Script=Thai}\\p{Script=Lao}\\p{Script=Khmer}\\p{Script=Myanmar}';
const INVISIBLE = '\\u00ad\\u200b-\\u200d\\u2060\\ufeff';
/** A run of a script without spaces (captured), or a word, including the signs of `C++` and `C#`. */
const RUN = new RegExp(
  `([${UNSEGMENTED}][${UNSEGMENTED}\\p{M}\\uff9e\\uff9f${INVISIBLE}]*)|[[\\p{L}\\p{N}]--[${UNSEGMENTED}]][[\\p{L}\\p{N}\\p{M}${INVISIBLE}]--[${UNSEGMENTED}]]*(?:\\+\\+(?![\\p{L}\\p{N}+])|#(?![\\p{L}\\p{N}#]))?`,
  'vy',
);
/**
 * One character as a reader counts them: with its marks; jamo of a decomposed Hangul syllable
 * together.
 */
const UNIT = new RegExp(
  `[\\u1100-\\u115f][\\u1160-\\u11a7][\\u11a8-\\u11ff]?|[^\\p{M}${INVISIBLE}][\\p{M}\\uff9e\\uff9f${INVISIBLE}]*`,
  'gu',
);
const APOSTROPHE = /['’ʼ＇]/;
const MAX_WORD = 64;
const MAX_CACHED = 100_000;

/** Cache from written words to their terms, because most words of a text have occurred before. */
const termCache = new Map<string, Map<string, { term: string; form: string }>>();
function cachedTerms(language: string): Map<string, { term: string; form: string }> {
  let words = termCache.get(language);
  if (!words) termCache.set(language, (words = new Map()));
  if (words.size > MAX_CACHED) words.clear();
  return words;
}

export function analyse(text: string, language: string): Token[] {
  const tokens: Token[] = [];
  const words = cachedTerms(language);
  for (const runs = new Runs(text); runs.next(); ) {
    const { start, end } = runs;
    const run = text.slice(start, end);
    if (runs.isUnsegmented) {
      addBigrams(run, start, tokens);
      continue;
    }
    let word = words.get(run);
    if (!word) {
      const wholeWord = normaliseWord(run);
      words.set(run, (word = { term: stem(wholeWord, language), form: fold(wholeWord) }));
    }
    if (word.form !== '')
      tokens.push({ term: word.term, form: word.form, start, end, bigram: false });
  }
  return tokens;
}

/**
 * Returns the start and end of each token of `analyse`, without computing terms, for a text with a
 * known number of terms. Undefined if the number differs.
 */
export function tokenOffsets(text: string, count: number): Int32Array | undefined {
  const offsets = new Int32Array(2 * count);
  let found = 0;
  for (const runs = new Runs(text); runs.next(); ) {
    const { start, end } = runs;
    if (runs.isUnsegmented) {
      const tokens: Token[] = [];
      addBigrams(text.slice(start, end), start, tokens);
      for (const token of tokens) {
        setOffsets(offsets, found, token.start, token.end);
        found += 1;
      }
    } else if (runs.isPlain || fold(normaliseWord(text.slice(start, end))) !== '') {
      setOffsets(offsets, found, start, end);
      found += 1;
    }
  }
  return found === count ? offsets : undefined;
}

function setOffsets(offsets: Int32Array, token: number, start: number, end: number): void {
  if (2 * token >= offsets.length) return;
  offsets[2 * token] = start;
  offsets[2 * token + 1] = end;
}

const normaliseWord = (run: string): string => normalise(run).slice(0, MAX_WORD);
/** Returns the folded form of a word. */
export const formOf = (word: string): string => fold(normaliseWord(word));
const ANY_UNSEGMENTED = new RegExp(`[${UNSEGMENTED}]`, 'u');
/** Tells whether a form is in a script whose tokens are pairs of characters. */
export const isUnsegmented = (form: string): boolean => ANY_UNSEGMENTED.test(form);

/**
 * Iterates over runs of scripts without spaces and words. `isPlain`: a word of only plain letters
 * and digits.
 */
class Runs {
  readonly #text: string;
  start = 0;
  end = 0;
  isUnsegmented = false;
  isPlain = false;

  constructor(text: string) {
    this.#text = text;
  }

  next(): boolean {
    const text = this.#text;
    const { length } = text;
    let at = this.end;
    while (at < length) {
      // Most text is plain letters and spaces; the regex handles the rest.
      let end = at;
      let kind = KINDS[text.charCodeAt(at)];
      while (kind === PLAIN) {
        end += 1;
        kind = end < length ? KINDS[text.charCodeAt(end)] : BLANK;
      }
      const isPlain = end > at && kind === BLANK;
      let isDense = false;
      if (kind === OTHER || (kind === SIGN && end > at)) {
        RUN.lastIndex = at;
        const match = RUN.exec(text);
        if (!match) {
          at = end + 1;
          continue;
        }
        end = at + match[0].length;
        isDense = match[1] !== undefined;
      } else if (end === at) {
        at += 1;
        continue;
      }
      if (isDense || end - at > 1 || !isElidedLetter(text.slice(at, end), text, at)) {
        this.start = at;
        this.end = end;
        this.isUnsegmented = isDense;
        this.isPlain = isPlain;
        return true;
      }
      at = end;
    }
    return false;
  }
}

/** Character classes by code; `SIGN` is a sign that can follow a letter, as in `C++` and `C#`. */
const [BLANK, PLAIN, SIGN, OTHER] = [0, 1, 2, 3] as const;
const KINDS = new Uint8Array(2 ** 16).fill(OTHER);
for (let code = 0; code < 128; code += 1)
  KINDS[code] = /[a-z0-9]/i.test(String.fromCharCode(code)) ? PLAIN : BLANK;
for (const sign of '+#') KINDS[sign.charCodeAt(0)] = SIGN;
for (const blank of '\u00a0«»‐‑‒–—―‘’“”„•…') KINDS[blank.charCodeAt(0)] = BLANK;

/** `Levi's`, `l'homme`, `d’Artagnan`: the single letter next to the apostrophe. */
const isElidedLetter = (letter: string, text: string, at: number): boolean =>
  ((at > 0 && APOSTROPHE.test(text[at - 1] ?? '')) || APOSTROPHE.test(text[at + 1] ?? '')) &&
  !/\p{N}/u.test(letter);

/**
 * Each character begins a term: a pair, or the last character alone. A single character is
 * therefore found as a prefix.
 */
function addBigrams(run: string, offset: number, tokens: Token[]): void {
  const units = [...run.matchAll(UNIT)].map((it) => ({
    text: normalise(it[0]),
    start: offset + it.index,
    end: offset + it.index + it[0].length,
  }));
  for (const [at, unit] of units.entries()) {
    const next = units[at + 1];
    const term = next ? unit.text + next.text : unit.text;
    tokens.push({
      term,
      form: term,
      start: unit.start,
      end: next ? next.end : unit.end,
      bigram: true,
    });
  }
}

/**
 * Tokens of a question: like `analyse`, but without the single last character of a longer run,
 * which the pair before it contains.
 */
export function analyseQuery(text: string, language: string): Token[] {
  const tokens = analyse(text, language);
  return tokens.some((it) => it.bigram)
    ? tokens.filter((it, at) => {
        const before = at > 0 ? tokens[at - 1] : undefined;
        return !(it.bigram && before?.bigram && before.end === it.end);
      })
    : tokens;
}
