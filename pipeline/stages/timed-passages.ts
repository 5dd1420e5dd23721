/** Passages of a transcript: windows of sentences that end with chapters and speakers' turns. Pure. */
import type { Snapshot } from '#core/contract/snapshot.ts';
import { gatherAround, joined, quoteOf, textOf, type Passage, type Piece } from './pieces.ts';

const WINDOW_S = { least: 30, most: 60 };

/** How transcripts mark a change of speaker. */
const TURN = /^(>>|[-–—]\s|\[?\p{Lu}[\p{L}\p{M}.'’ -]{0,40}\]?:\s)/u;
const startOf = ({ segment: { at } }: Piece): number =>
  at.medium === 'timed' ? Math.max(0, at.startS) : 0;
const endOf = ({ segment: { at } }: Piece): number => (at.medium === 'timed' ? at.endS : 0);
const secondsOf = (first: Piece, last: Piece): number => Math.max(0, endOf(last)) - startOf(first);

/**
 * For each piece, the index of the next one, possibly itself, that begins a turn; -1 if there is
 * none.
 */
function turnsAhead(said: readonly Piece[]): Int32Array {
  const ahead = new Int32Array(said.length);
  let next = -1;
  for (const [fromEnd, piece] of said.toReversed().entries()) {
    const at = said.length - 1 - fromEnd;
    if (TURN.test(textOf(piece))) next = at;
    ahead[at] = next;
  }
  return ahead;
}

/**
 * Ends a window once it is long enough, or at the end of the speaker's turn if that follows before
 * the window is too long.
 */
function gatherTurns(said: readonly Piece[]): Piece[][] {
  const windows: Piece[][] = [];
  const ahead = turnsAhead(said);
  let open: Piece[] = [];
  for (const [at, piece] of said.entries()) {
    const [first] = open;
    const turn = ahead[at] ?? -1;
    const turnFits =
      first !== undefined &&
      turn > at &&
      secondsOf(first, said[turn - 1] ?? piece) <= WINDOW_S.most;
    const isLongEnough =
      first !== undefined && secondsOf(first, said[at - 1] ?? piece) >= WINDOW_S.least && !turnFits;
    if (first && (secondsOf(first, piece) > WINDOW_S.most || isLongEnough)) {
      windows.push(open);
      open = [];
    }
    open.push(piece);
  }
  const [last, first, end] = [windows.at(-1), open[0], open.at(-1)];
  const [before] = last ?? [];
  if (
    last &&
    before &&
    first &&
    end &&
    secondsOf(first, end) < WINDOW_S.least &&
    secondsOf(before, end) <= WINDOW_S.most
  )
    last.push(...open);
  else if (open.length > 0) windows.push(open);
  return windows;
}

export function timedPassages(
  { segments, title, chapters = [] }: Snapshot,
  before: ReadonlySet<string>,
): Passage[] {
  const said = segments.flatMap((segment, index): Piece[] =>
    segment.text.trim() === '' ? [] : [{ segment, index, start: 0, end: segment.text.length }],
  );
  const parts = Map.groupBy(said, (piece) => chapterAt(chapters, startOf(piece)));
  return [...parts].flatMap(([chapter, pieces]) =>
    gatherAround(pieces, ' ', before, gatherTurns).map((window): Passage => {
      const passage = joined(window, ' ');
      const startS = Math.min(...window.slice(0, 1).map(startOf));
      const heading = [title, chapter?.title].filter(Boolean).join(' › ');
      return {
        heading,
        ...passage,
        locator: {
          medium: 'timed',
          startS,
          endS: Math.max(startS, ...window.slice(-1).map(endOf)),
          quote: quoteOf(passage.text),
        },
      };
    }),
  );
}

type Chapter = NonNullable<Snapshot['chapters']>[number];
/**
 * Text of the last second before a chapter belongs to the chapter, because captions are seldom
 * exact.
 */
const chapterAt = (chapters: readonly Chapter[], startS: number): Chapter | undefined =>
  chapters.findLast((it) => it.start <= startS + 1 && startS < it.end);
