import type { Transcript } from '#core/contract/source.ts';
import type { Span } from './drag-span.ts';

/** A displayed word; times in seconds. */
export interface TimedWord {
  text: string;
  startS: number;
  endS: number;
}
export interface TimedSegment {
  startS: number;
  endS: number;
  text: string;
  /** empty if only the segment is timed */
  words: TimedWord[];
}
export type TranscriptRow =
  | { kind: 'chapter'; title: string; startS: number }
  | { kind: 'segment'; segment: number };

export interface TranscriptIndex {
  segments: TimedSegment[];
  /** in order */
  chapters: Transcript['chapters'];
  rows: TranscriptRow[];
  /** The last segment that started at a second; -1 before the first. */
  segmentAt(timeS: number): number;
  /** The word of a segment spoken at a second; -1 if none is. */
  wordAt(segment: number, timeS: number): number;
  /** The list row of a segment. */
  rowOf(segment: number): number;
  /** All words spoken between two seconds. */
  textBetween(startS: number, endS: number): string;
}

/** The last of the ascending `starts` up to `value`; -1 if all are later. */
export function lastAtOrBefore(starts: readonly number[], value: number): number {
  let low = 0;
  let high = starts.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((starts[middle] ?? Infinity) <= value) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

/** Captions round their times, so a word can start slightly before its segment. */
const SLACK_S = 0.05;

/**
 * The segment's own spelling and punctuation with the times of its words, if both have the same
 * number.
 */
function shownWords(text: string, words: Transcript['words']): TimedWord[] {
  const tokens = text.split(/\s+/).filter(Boolean);
  const sameCount = tokens.length === words.length;
  return words.map((word, place) => ({
    text: (sameCount ? tokens[place] : undefined) ?? word.word.trim(),
    startS: word.offset,
    endS: Math.min(word.offset + word.duration, words[place + 1]?.offset ?? Infinity),
  }));
}

export function indexTranscript(transcript: Transcript): TranscriptIndex {
  const merged = [...transcript.formattedMergedTranscript].sort((a, b) => a.start - b.start);
  const starts = merged.map((it) => it.start);
  const bySegment = new Map<number, Transcript['words']>();
  for (const word of [...transcript.words].sort((a, b) => a.offset - b.offset)) {
    if (word.word.trim() === '') continue;
    const segment = Math.max(0, lastAtOrBefore(starts, word.offset + SLACK_S));
    const words = bySegment.get(segment);
    if (words) words.push(word);
    else bySegment.set(segment, [word]);
  }
  const segments = merged.map(
    (it, place): TimedSegment => ({
      startS: it.start,
      endS: it.end,
      text: it.text,
      words: shownWords(it.text, bySegment.get(place) ?? []),
    }),
  );

  const rows: TranscriptRow[] = [];
  const rowOf: number[] = [];
  const chapters = [...transcript.chapters].sort((a, b) => a.start - b.start);
  let chapter = 0;
  segments.forEach((segment, place) => {
    for (
      let next = chapters[chapter];
      next && next.start <= segment.startS + SLACK_S;
      next = chapters[++chapter]
    ) {
      rows.push({ kind: 'chapter', title: next.title, startS: next.start });
    }
    rowOf.push(rows.length);
    rows.push({ kind: 'segment', segment: place });
  });

  return {
    segments,
    chapters,
    rows,
    segmentAt: (timeS) => lastAtOrBefore(starts, timeS),
    wordAt(segment, timeS) {
      const words = segments[segment]?.words ?? [];
      return lastAtOrBefore(
        words.map((it) => it.startS),
        timeS,
      );
    },
    rowOf: (segment) => rowOf[segment] ?? 0,
    textBetween(startS, endS) {
      return segments
        .flatMap((segment) => {
          if (segment.endS <= startS || segment.startS >= endS) return [];
          if (segment.words.length === 0) return [segment.text];
          return segment.words
            .filter((it) => it.startS >= startS - SLACK_S && it.endS <= endS + SLACK_S)
            .map((it) => it.text);
        })
        .join(' ');
    },
  };
}

/** The segments that contain every word of `query`, ignoring case and accents. */
export function searchSegments(segments: readonly TimedSegment[], query: string): number[] {
  const needle = foldText(query).trim();
  if (needle === '') return [];
  return segments.flatMap((segment, place) =>
    foldText(segment.text).includes(needle) ? [place] : [],
  );
}

/** Without case, accents and extra spaces, for comparison. */
const foldText = (text: string): string =>
  text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase().replace(/\s+/g, ' ');

/** The indexes of words that match `query`. */
export function matchedWords(words: readonly string[], query: string): ReadonlySet<number> {
  const needle = foldText(query).trim();
  const matched = new Set<number>();
  if (needle === '') return matched;
  const folded = words.map((word) => foldText(word).trim());
  const text = folded.join(' ');
  for (let at = text.indexOf(needle); at >= 0; at = text.indexOf(needle, at + 1)) {
    let start = 0;
    folded.forEach((word, index) => {
      if (start < at + needle.length && start + word.length > at) matched.add(index);
      start += word.length + 1;
    });
  }
  return matched;
}

/**
 * Returns the segment to scroll to and the span to highlight for a link to `startS`. With `endS`,
 * the span is at least 0.1 s long. Without it, `startS` is a whole second, as in a video's address,
 * and means the last segment that begins within that second.
 */
export function spanToShow(
  index: TranscriptIndex,
  startS: number,
  endS?: number,
): { segment: number; span: Span | undefined } {
  if (endS !== undefined)
    return {
      segment: Math.max(0, index.segmentAt(startS)),
      span: { startS, endS: Math.max(endS, startS + 0.1) },
    };
  const place = Math.max(0, index.segmentAt(startS + 0.999));
  const segment = index.segments[place];
  return { segment: place, span: segment && { startS: segment.startS, endS: segment.endS } };
}

/** The match `steps` steps from the first one, in a circle, also backwards. */
export const matchAt = (found: readonly number[], steps: number): number | undefined =>
  found[((steps % found.length) + found.length) % found.length];
