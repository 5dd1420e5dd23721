/**
 * Finds a quote again in a text that may have been laid out, cased or typed a little differently.
 */
import {
  commonLength,
  matchByEnds,
  fuzzyMatch,
  MAX_FUZZY_CHARS,
  occurrences,
  normaliseText,
  type Span,
} from './fuzzy-match.ts';

export interface QuoteMatch {
  /** `[start, end)` in the text given */
  start: number;
  end: number;
  /** letter for letter, white space, case and quote marks apart */
  exact: boolean;
}

/**
 * The place of `quote` in `text`: white space, case, quote marks and dashes do not count; failing
 * that, the most alike passage of at least 0.8 likeness. `prefix` and `suffix`, what stood around
 * it, choose between several exact places.
 */
export function findQuote(
  text: string,
  quote: string,
  around: { prefix?: string; suffix?: string } = {},
): QuoteMatch | undefined {
  const hay = normaliseText(text);
  const needle = normaliseText(quote).text.trim();
  if (needle === '') return undefined;
  const exact = occurrences(hay.text, needle);
  const prefix = normaliseText(around.prefix ?? '').text.trimEnd();
  const suffix = normaliseText(around.suffix ?? '').text.trimStart();
  let best: Span | undefined;
  let bestFit = -1;
  for (const span of exact) {
    const fit =
      commonLength(
        hay.text.slice(Math.max(0, span.start - 80), span.start).trimEnd(),
        prefix,
        'end',
      ) + commonLength(hay.text.slice(span.end, span.end + 80).trimStart(), suffix, 'start');
    if (fit > bestFit) {
      best = span;
      bestFit = fit;
    }
  }
  const span =
    best ??
    (needle.length < 4
      ? undefined
      : needle.length > MAX_FUZZY_CHARS
        ? matchByEnds(hay.text, needle)
        : fuzzyMatch(hay.text, needle));
  if (!span || span.end <= span.start) return undefined;
  return {
    start: hay.starts[span.start] ?? 0,
    end: hay.ends[span.end - 1] ?? text.length,
    exact: best !== undefined,
  };
}
