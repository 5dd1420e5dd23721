/** Finds quotations in an answer, and their positions in a passage. */

const PAIRS: readonly (readonly [string, string])[] = [
  ['"', '"'],
  ['“', '”'],
  ['„', '“'],
  ['«', '»'],
  ['»', '«'],
  ['「', '」'],
  ['『', '』'],
  ['”', '”'],
];
const MIN_WORDS = 5;
/** minimum for scripts without spaces */
const MIN_DENSE_LETTERS = 8;
const MAX_QUOTE_CHARS = 1_000;
const ELLIPSIS = /\[?(?:…|\.{3})\]?/;

const isLong = (text: string): boolean => {
  const dense =
    text.match(/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/gu)?.length ??
    0;
  return (
    dense >= MIN_DENSE_LETTERS ||
    (text.match(/[\p{L}\p{N}]+(?:['’-][\p{L}\p{N}]+)*/gu)?.length ?? 0) >= MIN_WORDS
  );
};

/**
 * Returns quotations of five words or more that end at `from` or later. Shorter ones are names and
 * phrases.
 */
export function quotesIn(text: string, from: number): string[] {
  const quotes: string[] = [];
  // The next position of each mark. The text is read once per mark, even if many quotations never
  // end.
  const nextMarks = new Map<string, number>();
  const placeAfter = (mark: string, at: number): number => {
    let place = nextMarks.get(mark);
    if (place === undefined || (place >= 0 && place <= at))
      nextMarks.set(mark, (place = text.indexOf(mark, at + 1)));
    return place;
  };
  for (let at = 0; at < text.length; at += 1) {
    const closing = PAIRS.filter(([open]) => text.startsWith(open, at))
      .map(([, close]) => placeAfter(close, at))
      .filter((end) => end > 0);
    const end = closing.length > 0 ? Math.min(...closing) : -1;
    if (end < 0 || end - at > MAX_QUOTE_CHARS) continue;
    const quote = text.slice(at + 1, end);
    if (end >= from && isLong(quote)) quotes.push(quote);
    at = end;
  }
  return quotes;
}

/** Returns the letters and digits of a text, with their positions. */
function squeezed(text: string): { text: string; places: number[] } {
  const places: number[] = [];
  let out = '';
  let at = 0;
  for (const letter of text) {
    for (const plain of letter.normalize('NFKC').toLowerCase())
      if (/[\p{L}\p{N}]/u.test(plain)) {
        out += plain;
        for (let unit = 0; unit < plain.length; unit += 1) places.push(at);
      }
    at += letter.length;
  }
  return { text: out, places };
}

/**
 * Finds a quote in the text, ignoring case, spaces and punctuation, as `[start, end)`; undefined if
 * part of it is missing.
 */
export function findQuote(text: string, quote: string): { start: number; end: number } | undefined {
  const squeezedText = squeezed(text);
  let start: number | undefined;
  let to = 0;
  for (const part of quote.split(ELLIPSIS)) {
    const squeezedPart = squeezed(part).text;
    if (squeezedPart === '') continue;
    const found = squeezedText.text.indexOf(squeezedPart, to);
    if (found < 0) return undefined;
    start ??= squeezedText.places[found];
    to = found + squeezedPart.length;
  }
  const last = squeezedText.places[to - 1];
  return start === undefined || last === undefined
    ? undefined
    : { start, end: last + String.fromCodePoint(text.codePointAt(last) ?? 0).length };
}
