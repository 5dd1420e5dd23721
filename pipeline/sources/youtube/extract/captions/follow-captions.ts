/**
 * Captions that move, fade, stack, highlight sung words or cast a shadow are written as many
 * paragraphs with the same line. Following them across paragraphs yields each line once. A full
 * caption that reappears in the same position, for long enough to be read, counts again.
 */
import { lineText } from './cue.ts';
import type { Cue, Piece } from './cue.ts';

/** A paragraph as displayed. `runs`: runs of one style, as `pen:length`. */
export interface Screen {
  startS: number;
  endS: number;
  place: string;
  runs: string[];
  lines: Piece[][];
}
interface Followed {
  place: string;
  startS: number;
  endS: number;
  text: string;
  /** the last paragraph that displayed it */
  last: Screen;
  firstRuns: string[];
  /** it was displayed long enough to be read */
  rested: boolean;
  /** it moved, or its colour advanced with the song */
  animated: boolean;
  /** how long each of its texts was displayed */
  stood: Map<string, { seconds: number; line: Piece[] }>;
  /** the text without a moving cursor */
  bare?: string;
}

/** Longest gap between two frames of one caption. */
const GAP_S = 0.05;
/** Captions shorter than this can't be read; they are frames of a moving caption. */
const FRAME_S = 0.45;
/** most captions followed at once */
const MOST_FOLLOWED = 200;

const lasts = (screen: Screen, lessThanS: number): boolean =>
  screen.endS - screen.startS < lessThanS;
const isSame = (a: readonly string[], b: readonly string[]): boolean => a.join(' ') === b.join(' ');
const part = (runs: readonly string[], at: 0 | 1): string[] =>
  runs.map((run) => run.split(':')[at] ?? '');
const wholeOf = (screen: Screen): string => screen.lines.map(lineText).join('\n');

/**
 * Tells whether at least half of the text is the same at the same position: characters that are
 * still changing or being written.
 */
function isAlike(a: string, b: string): boolean {
  const [shorter, longer] = a.length <= b.length ? [a, b] : [b, a];
  if (shorter.length === longer.length)
    return [...shorter].filter((letter, at) => letter === longer[at]).length * 2 >= longer.length;
  let head = 0;
  while (head < shorter.length && shorter[head] === longer[head]) head += 1;
  let tail = 0;
  while (tail < shorter.length - head && shorter.at(-1 - tail) === longer.at(-1 - tail)) tail += 1;
  return (head + tail) * 2 >= longer.length;
}

const MARK = /^[^\p{L}\p{N}\s]$/u;
/** Returns all texts with one character removed. */
const withoutOneMark = (text: string): string[] =>
  [...text].flatMap((character, at) =>
    MARK.test(character) ? [text.slice(0, at) + text.slice(at + 1)] : [],
  );
/** Returns the common text if both differ only in the position of a cursor. */
function withoutCursor(a: string, b: string): string | undefined {
  if (a.length !== b.length || a.length < 4 || a.length > 500) return undefined;
  const ofB = new Set(withoutOneMark(b));
  return withoutOneMark(a).find((text) => ofB.has(text));
}

/**
 * Tells whether the colour advances through a caption that stays; not if all of it changed colour
 * with the same runs, as for another speaker.
 */
function isSung({ runs }: Screen, before: Screen): boolean {
  if (isSame(runs, before.runs) || (runs.length < 2 && before.runs.length < 2)) return false;
  return (
    !isSame(part(runs, 1), part(before.runs, 1)) ||
    !new Set(part(runs, 0)).isDisjointFrom(new Set(part(before.runs, 0)))
  );
}

/** Tells whether `text`, now on screen, continues the followed caption. */
function goesOn(it: Followed, text: string, now: Screen): boolean {
  const frame = lasts(now, FRAME_S) || lasts(it.last, FRAME_S);
  // The colour is back at the start, so the line is sung again.
  if (it.text === text && it.last.runs.length < now.runs.length && isSame(now.runs, it.firstRuns))
    return false;
  if (it.text === text && frame) return (it.animated = true);
  if (it.place !== now.place) return false;
  if (it.text === text)
    return wholeOf(now) !== wholeOf(it.last) || (it.animated ||= isSung(now, it.last));
  if (it.bare !== undefined) return withoutOneMark(text).includes(it.bare);
  const bare = withoutCursor(it.text, text);
  if (bare !== undefined) it.bare = bare;
  return bare !== undefined || (frame && isAlike(it.text, text));
}

/** Detects the shadow or glow of a caption, drawn as a second caption in the same position. */
const isTwin = (it: Followed, text: string, now: Screen): boolean =>
  it.last.startS === now.startS && it.text === text && it.place === now.place;

/**
 * Detects the coloured edges of a caption that moves in or out: they are never at rest, while the
 * caption itself was.
 */
function isEcho(it: Followed, all: readonly Followed[]): boolean {
  if (it.rested) return false;
  return all.some(
    (other) =>
      other !== it &&
      other.rested &&
      other.text === it.text &&
      it.startS >= other.startS &&
      it.startS <= other.endS + GAP_S &&
      (it.endS - it.startS) * 2 < other.endS - other.startS,
  );
}

/** Expects screens ordered by start. */
export function followCaptions(screens: readonly Screen[]): Cue[] {
  let followed: Followed[] = [];
  const begun: { startS: number; lines: Followed[] }[] = [];
  for (const now of screens) {
    followed = followed.filter((it) => now.startS <= it.endS + GAP_S).slice(-MOST_FOLLOWED);
    const fresh: Followed[] = [];
    for (const line of now.lines) {
      const text = lineText(line);
      const others = followed.filter((it) => it.last !== now);
      const timed = line.some((piece) => piece.startS !== undefined);
      const before =
        others.find((it) => isTwin(it, text, now)) ??
        (timed
          ? undefined
          : others
              .filter((it) => it.last.startS < now.startS && goesOn(it, text, now))
              .toSorted(
                (a, b) => Number(b.place === now.place) - Number(a.place === now.place),
              )[0]);
      const it = before ?? {
        place: now.place,
        startS: now.startS,
        endS: now.endS,
        text,
        last: now,
        firstRuns: now.runs,
        rested: false,
        animated: false,
        stood: new Map(),
      };
      const stood = it.stood.get(text);
      it.stood.set(text, {
        seconds: (stood?.seconds ?? 0) + now.endS - now.startS,
        line: stood?.line ?? line,
      });
      Object.assign(it, {
        place: now.place,
        endS: Math.max(it.endS, now.endS),
        text,
        last: now,
        rested: it.rested || !lasts(now, FRAME_S),
      });
      if (before === undefined) {
        followed.push(it);
        fresh.push(it);
      }
    }
    if (fresh.length > 0) begun.push({ startS: now.startS, lines: fresh });
  }
  const said = Map.groupBy(
    begun.flatMap(({ lines }) => lines),
    (it) => it.text,
  );
  return begun
    .map(({ startS, lines }) => ({
      startS,
      lines: lines.filter((it) => !isEcho(it, said.get(it.text) ?? [])),
    }))
    .filter(({ lines }) => lines.length > 0)
    .map(({ startS, lines }) => ({
      startS,
      endS: Math.max(...lines.map((it) => it.endS)),
      lines: lines.map((it) =>
        it.bare === undefined
          ? ([...it.stood.values()].toSorted((a, b) => b.seconds - a.seconds)[0]?.line ?? [])
          : [{ text: it.bare }],
      ),
    }));
}
