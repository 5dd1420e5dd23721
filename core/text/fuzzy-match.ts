/**
 * Similarity of two texts with different layout, case or spelling; the basis of finding quotes.
 */

/** Minimum similarity of a fuzzy match: 1 − edits ÷ length. */
export const MIN_SIMILARITY = 0.8;
/** Longer quotes are found by their ends. */
export const MAX_FUZZY_CHARS = 400;
const MAX_PLACES = 64;

export interface NormalisedText {
  text: string;
  /** original index of each unit, and of its end */
  starts: Int32Array;
  ends: Int32Array;
}

const REPLACEMENTS: Record<string, string> = {
  '‘': "'",
  '’': "'",
  '‚': "'",
  '‛': "'",
  '′': "'",
  '`': "'",
  '“': '"',
  '”': '"',
  '„': '"',
  '‟': '"',
  '«': '"',
  '»': '"',
  '″': '"',
  '‐': '-',
  '‑': '-',
  '‒': '-',
  '–': '-',
  '—': '-',
  '−': '-',
  '\u00AD': '',
  '\u200B': '',
  '\u200C': '',
  '\u200D': '',
  '\uFEFF': '',
  '…': '...',
};

/** Four bytes per number: a plain array takes several times as much for megabytes of text. */
class Numbers {
  #values: Int32Array;
  #length = 0;
  constructor(room: number) {
    this.#values = new Int32Array(Math.max(8, room));
  }
  get last(): number | undefined {
    return this.#length > 0 ? this.#values[this.#length - 1] : undefined;
  }
  push(value: number): void {
    if (this.#length === this.#values.length) {
      const larger = new Int32Array(2 * this.#length);
      larger.set(this.#values);
      this.#values = larger;
    }
    this.#values[this.#length] = value;
    this.#length += 1;
  }
  get values(): Int32Array {
    return this.#values.subarray(0, this.#length);
  }
}

/** Arguments per call, well below the limits of engines. */
const CODES_AT_ONCE = 8_192;
function fromCodes(codes: Int32Array): string {
  const parts: string[] = [];
  for (let at = 0; at < codes.length; at += CODES_AT_ONCE)
    parts.push(String.fromCharCode(...codes.subarray(at, at + CODES_AT_ONCE)));
  return parts.join('');
}

const BLANK = ' '.charCodeAt(0);

/**
 * Lower case, compatibility forms resolved, one space for any white space; keeps the original index
 * of each unit.
 */
export function normaliseText(text: string): NormalisedText {
  const [units, starts, ends] = [
    new Numbers(text.length),
    new Numbers(text.length),
    new Numbers(text.length),
  ];
  let at = 0;
  for (const sign of text) {
    const end = at + sign.length;
    const written = /\s/.test(sign)
      ? ' '
      : (REPLACEMENTS[sign] ?? (sign < '\u0080' ? sign : sign.normalize('NFKC')).toLowerCase());
    if (written !== ' ' || (units.last ?? BLANK) !== BLANK) {
      for (let unit = 0; unit < written.length; unit += 1) {
        units.push(written.charCodeAt(unit));
        starts.push(at);
        ends.push(end);
      }
    }
    at = end;
  }
  return { text: fromCodes(units.values), starts: starts.values, ends: ends.values };
}

/** Number of equal letters at the end (or beginning) of `one` and `two`. */
export function commonLength(one: string, two: string, side: 'end' | 'start'): number {
  const most = Math.min(one.length, two.length);
  let count = 0;
  while (
    count < most &&
    (side === 'end' ? one.at(-1 - count) === two.at(-1 - count) : one[count] === two[count])
  )
    count += 1;
  return count;
}

export interface Span {
  start: number;
  end: number;
}

/** All occurrences of `needle`, at most `MAX_PLACES`. */
export function occurrences(hay: string, needle: string): Span[] {
  const found: Span[] = [];
  for (
    let at = hay.indexOf(needle);
    at >= 0 && found.length < MAX_PLACES;
    at = hay.indexOf(needle, at + 1)
  )
    found.push({ start: at, end: at + needle.length });
  return found;
}

/**
 * Best approximate match of `needle` in `hay` (Sellers): the end with the fewest edits, and its
 * start.
 */
export function approximateMatch(
  hay: string,
  needle: string,
  bound: number,
): (Span & { edits: number }) | undefined {
  const height = needle.length;
  let costs = Array.from({ length: height + 1 }, (_, row) => row);
  let begins = new Array<number>(height + 1).fill(0);
  let best: (Span & { edits: number }) | undefined;
  for (let column = 1; column <= hay.length; column += 1) {
    const nextCosts = [0];
    const nextBegins = [column];
    for (let row = 1; row <= height; row += 1) {
      const swap = (costs[row - 1] ?? 0) + (hay[column - 1] === needle[row - 1] ? 0 : 1);
      const drop = (costs[row] ?? 0) + 1;
      const add = (nextCosts[row - 1] ?? 0) + 1;
      const least = Math.min(swap, drop, add);
      nextCosts.push(least);
      nextBegins.push(
        (least === swap ? begins[row - 1] : least === drop ? begins[row] : nextBegins[row - 1]) ??
          column,
      );
    }
    costs = nextCosts;
    begins = nextBegins;
    const edits = costs[height] ?? Infinity;
    if (edits <= bound && edits < (best?.edits ?? Infinity))
      best = { start: begins[height] ?? 0, end: column, edits };
  }
  return best;
}

/**
 * Windows of the text that share words with the quote, which limits the slow comparison to these.
 */
export function candidateWindows(hay: string, needle: string): Span[] {
  const pieces = [
    ...new Set(needle.match(/[\p{L}\p{N}]{4,}/gu) ?? needle.match(/\S{2,}/gu) ?? [needle]),
  ].slice(0, 40);
  const reach = Math.ceil(needle.length * (2 - MIN_SIMILARITY)) + 8;
  const scores = new Map<number, number>();
  for (const piece of pieces) {
    for (const { start } of occurrences(hay, piece)) {
      const bin = Math.floor((start - needle.indexOf(piece)) / reach);
      for (const near of [bin, bin + 1]) scores.set(near, (scores.get(near) ?? 0) + piece.length);
    }
  }
  return [...scores]
    .sort((one, two) => two[1] - one[1])
    .slice(0, 4)
    .map(([bin]) => ({
      start: Math.max(0, (bin - 1) * reach),
      end: Math.min(hay.length, (bin + 2) * reach),
    }));
}

export function fuzzyMatch(hay: string, needle: string): Span | undefined {
  const bound = Math.floor(needle.length * (1 - MIN_SIMILARITY));
  let best: (Span & { edits: number }) | undefined;
  for (const window of candidateWindows(hay, needle)) {
    const found = approximateMatch(hay.slice(window.start, window.end), needle, bound);
    if (found && found.edits < (best?.edits ?? Infinity))
      best = {
        start: found.start + window.start,
        end: found.end + window.start,
        edits: found.edits,
      };
  }
  return best;
}

/** Matches a long quote by its beginning and its end, at the expected distance. */
export function matchByEnds(hay: string, needle: string): Span | undefined {
  const size = MAX_FUZZY_CHARS / 2;
  const head = fuzzyMatch(hay, needle.slice(0, size));
  if (!head) return undefined;
  const from = Math.max(head.end, head.start + Math.floor(needle.length * MIN_SIMILARITY) - size);
  const until = head.start + Math.ceil(needle.length * (2 - MIN_SIMILARITY)) + size;
  const tail = fuzzyMatch(hay.slice(from, until), needle.slice(-size));
  return tail ? { start: head.start, end: from + tail.end } : undefined;
}
