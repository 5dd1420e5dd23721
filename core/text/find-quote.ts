/**
 * Finds a quote in a text with possibly different layout, case or spelling.
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
  /** `[start, end)` in the given text */
  start: number;
  end: number;
  /** equal except for white space, case and quote marks */
  exact: boolean;
}

/**
 * The range of `quote` in `text`, ignoring white space, case, quote marks and dashes; else the most
 * similar passage with a similarity of at least 0.8. `prefix` and `suffix`, the surrounding text,
 * choose between several exact matches.
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
