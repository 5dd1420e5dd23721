/**
 * Flattens a version to one text, and converts between its ranges and positions: paragraphs, lines
 * of a page, seconds.
 */
import type { Locator, Rect, Relocation } from '#core/contract/locator.ts';
import type { Segment, Snapshot } from '#core/contract/snapshot.ts';
import { normaliseText, occurrences } from '#core/text/fuzzy-match.ts';
import { findQuote } from '#core/text/find-quote.ts';
import { linesWithin } from '#pipeline/search/position-within.ts';

export interface TextRange {
  start: number;
  end: number;
}
interface Span extends TextRange {
  segment: Segment;
}
export interface FlatText {
  text: string;
  spans: readonly Span[];
  words: Snapshot['words'];
}
/** The position of a range. */
export type LocatedRange = Required<Pick<Relocation, 'locator' | 'occurrence' | 'areas'>>;

/** Separator of paragraphs: a blank line. */
const BETWEEN = '\n\n';
const AROUND = 32;
/** Seconds that a hand-made video clip may include before or after its text. */
const NEAR_S = 2;
/** Most characters by which a quote may extend beyond its page or paragraph. */
const OVER = 4_000;

export function flattenSnapshot({ segments, words }: Snapshot): FlatText {
  let text = '';
  const spans = segments.map((segment): Span => {
    if (text !== '') text += BETWEEN;
    text += segment.text;
    return { start: text.length - segment.text.length, end: text.length, segment };
  });
  return { text, spans, words };
}

const touching = ({ spans }: FlatText, { start, end }: TextRange): Span[] =>
  spans.filter((span) => span.start < end && start < span.end);

function within(laid: FlatText, region: TextRange, quote: string): TextRange[] {
  const hay = normaliseText(laid.text.slice(region.start, region.end));
  const needle = normaliseText(quote).text.trim();
  return needle === ''
    ? []
    : occurrences(hay.text, needle).map((span) => ({
        start: region.start + (hay.starts[span.start] ?? 0),
        end: region.start + (hay.ends[span.end - 1] ?? 0),
      }));
}

/**
 * Times of `[start, end)` of a spoken sentence: from its words if their times are known, else
 * interpolated.
 */
function secondsOf(
  { words = [] }: FlatText,
  span: Span,
  { start, end }: TextRange,
): { startS: number; endS: number } {
  const { at, text } = span.segment;
  if (at.medium !== 'timed') return { startS: 0, endS: 0 };
  const [from, to] = [Math.max(0, start - span.start), Math.min(text.length, end - span.start)];
  const spokenWords = words.filter(
    (word) => word.offset >= at.startS - 0.01 && word.offset < at.endS,
  );
  const written = [...text.matchAll(/\S+/g)];
  if (spokenWords.length === written.length && spokenWords.length > 0) {
    const marked = spokenWords.filter(
      (_, n) =>
        (written[n]?.index ?? 0) < to &&
        (written[n]?.index ?? 0) + (written[n]?.[0].length ?? 0) > from,
    );
    const [first, last] = [marked[0], marked.at(-1)];
    if (first && last)
      return { startS: first.offset, endS: Math.max(first.offset, last.offset + last.duration) };
  }
  const length = Math.max(1, text.length);
  return {
    startS: at.startS + ((at.endS - at.startS) * from) / length,
    endS: at.startS + ((at.endS - at.startS) * to) / length,
  };
}

const trimmed = (text: string): string =>
  text.replace(/^[\uDC00-\uDFFF]|[\uD800-\uDBFF]$/g, '').trim();

/** Returns the position of a range; undefined if it contains no text. */
export function locateRange(laid: FlatText, stretch: TextRange): LocatedRange | undefined {
  const touched = touching(laid, stretch);
  const [first] = touched;
  const last = touched.at(-1);
  if (!first || !last) return undefined;
  const quote = laid.text.slice(stretch.start, stretch.end);
  switch (first.segment.at.medium) {
    case 'timed': {
      const { startS } = secondsOf(laid, first, stretch);
      return {
        locator: {
          medium: 'timed',
          startS: Math.max(0, startS),
          endS: Math.max(0, startS, secondsOf(laid, last, stretch).endS),
          quote,
        },
        occurrence: 0,
        areas: [],
      };
    }
    case 'paged': {
      const pages = new Map<number, Rect[]>();
      for (const {
        start,
        segment: { at, text },
      } of touched) {
        if (at.medium !== 'paged') continue;
        const { rects } = linesWithin(
          at,
          text.length,
          Math.max(0, stretch.start - start),
          Math.min(text.length, stretch.end - start),
        );
        pages.set(at.page, [...(pages.get(at.page) ?? []), ...rects]);
      }
      const { page } = first.segment.at;
      const rects = pages.get(page) ?? [];
      return {
        locator: { medium: 'paged', page, ...(rects.length > 0 ? { rects } : {}), quote },
        occurrence: 0,
        areas: [...pages].map(([number, lines]) => ({ page: number, rects: lines })),
      };
    }
    case 'flow': {
      const [start, end] = [stretch.start - first.start, stretch.end - first.start];
      const own = within(laid, first, quote).filter((it) => it.start < stretch.start).length;
      const around = {
        prefix: trimmed(laid.text.slice(Math.max(0, stretch.start - AROUND), stretch.start)),
        suffix: trimmed(laid.text.slice(stretch.end, stretch.end + AROUND)),
      };
      return {
        locator: {
          medium: 'flow',
          paragraph: first.segment.at.paragraph,
          ...(touched.length === 1 ? { start, end } : {}),
          quote,
          ...around,
        },
        occurrence: own,
        areas: [],
      };
    }
  }
}

/** Returns the spans with the page, paragraph or times of a locator, ignoring its quote. */
function regionOf({ spans }: FlatText, locator: Locator): Span[] {
  return spans.filter(({ segment: { at } }) => {
    if (locator.medium === 'timed')
      return (
        at.medium === 'timed' &&
        at.startS < locator.endS + NEAR_S &&
        at.endS > locator.startS - NEAR_S
      );
    return locator.medium === 'paged'
      ? at.medium === 'paged' && at.page === locator.page
      : at.medium === 'flow' && at.paragraph === locator.paragraph;
  });
}

/** Distance of a range from the details of a locator; smaller is closer. */
function distance(
  laid: FlatText,
  stretch: TextRange,
  locator: Locator,
  nth: number,
  occurrence: number,
): number {
  const there = locateRange(laid, stretch)?.locator;
  if (locator.medium === 'timed' && there?.medium === 'timed')
    return Math.abs(there.startS - locator.startS);
  if (locator.medium === 'paged' && there?.medium === 'paged') {
    const [was, is] = [locator.rects?.[0], there.rects?.[0]];
    return (
      (there.page === locator.page ? 0 : 10) +
      (was && is ? Math.abs(was.y - is.y) + Math.abs(was.x - is.x) / 10 : 0)
    );
  }
  if (locator.medium !== 'flow') return 0;
  const from =
    laid.spans.find((span) => span.start <= stretch.start && stretch.start < span.end)?.start ?? 0;
  return locator.start === undefined
    ? Math.abs(nth - occurrence)
    : Math.abs(stretch.start - from - locator.start);
}

/** Returns what is spoken during a clip. */
function spokenIn(
  spans: readonly Span[],
  { startS, endS }: { startS: number; endS: number },
): TextRange | undefined {
  const spoken = spans.filter(
    ({ segment: { at } }) => at.medium === 'timed' && at.startS <= endS && at.endS > startS,
  );
  const [first, last] = [spoken[0], spoken.at(-1)];
  return first && last && { start: first.start, end: last.end };
}

/**
 * Finds a locator in its own version: its quote, or the paragraph if it has none. In a video whose
 * clip text a person wrote, finds the speech at that time. Undefined if the quote is missing.
 */
export function findRange(laid: FlatText, locator: Locator, occurrence = 0): TextRange | undefined {
  const spans = regionOf(laid, locator);
  const [first] = spans;
  const last = spans.at(-1);
  const quote = locator.quote.trim();
  if (quote === '')
    return locator.medium === 'timed'
      ? spokenIn(spans, locator)
      : first && { start: first.start, end: first.end };
  const region = first &&
    last && {
      start: first.start,
      end: Math.min(laid.text.length, last.end + Math.min(OVER, 2 * quote.length)),
    };
  const exact =
    region &&
    within(laid, region, quote)
      .map((stretch, nth) => ({ stretch, far: distance(laid, stretch, locator, nth, occurrence) }))
      .sort((one, other) => one.far - other.far)[0];
  if (exact) return exact.stretch;
  // The paragraph or page of the locator may have been wrong from the start.
  const [only, ...more] = within(laid, { start: 0, end: laid.text.length }, quote);
  if (only && more.length === 0) return only;
  const alike = region && findQuote(laid.text.slice(region.start, region.end), quote);
  if (alike) return { start: region.start + alike.start, end: region.start + alike.end };
  return locator.medium === 'timed' ? spokenIn(spans, locator) : undefined;
}
