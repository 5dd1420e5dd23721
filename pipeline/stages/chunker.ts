/**
 * Snapshot → passages. Switches on the medium alone; loses no word, and every passage knows its
 * place. timed: sentences in windows of 30–60 s, which end where a chapter does, and with a
 * speaker's turn where one ends in time · flow: paragraphs up to 1,000 characters · paged: blocks
 * of one page up to 1,200.
 */
import { createHash } from 'node:crypto';
import type { SourceId } from '#core/contract/id.ts';
import type { Locator, Rect } from '#core/contract/locator.ts';
import type { Segment, Snapshot } from '#core/contract/snapshot.ts';
import { splitSentences } from '#core/text/sentences.ts';
import { gather } from '#core/text/windows.ts';
import type { Chunk, PassagePiece } from '#pipeline/search/contract.ts';
import { linesWithin } from '#pipeline/search/place-within.ts';

const WINDOW_S = { least: 30, most: 60 };
const FLOW_CHARACTERS = 1_000;
const PAGED_CHARACTERS = 1_200;
const QUOTE_CHARACTERS = 200;
const AROUND_CHARACTERS = 32;

/** A segment, or the stretch `[start, end)` of one that is too long for a passage. */
interface Piece {
  segment: Segment;
  index: number;
  start: number;
  end: number;
}
/** Pieces under the same headings. */
interface Section {
  heading: string;
  pieces: Piece[];
}

const textOf = (piece: Piece) => piece.segment.text.slice(piece.start, piece.end).trim();
const isWhole = (piece: Piece) => piece.start === 0 && piece.end === piece.segment.text.length;

/** The beginning, to a word's end. */
function quoteOf(text: string): string {
  if (text.length <= QUOTE_CHARACTERS) return text;
  const cut = text.slice(0, QUOTE_CHARACTERS);
  const space = cut.lastIndexOf(' ');
  // No half of a surrogate pair at the end.
  return space > QUOTE_CHARACTERS / 2 ? cut.slice(0, space) : cut.replace(/[\uD800-\uDBFF]$/, '');
}

/** Cuts a long segment at sentences, and a long sentence at words. */
function piecesOf(segment: Segment, index: number, most: number): Piece[] {
  const whole: Piece = { segment, index, start: 0, end: segment.text.length };
  if (segment.text.length <= most) return [whole];
  const stretches = splitSentences(segment.text).flatMap(({ start, end }) =>
    cutAtWords(segment.text, start, end, most),
  );
  const groups = gather(stretches, (group) => (group.at(-1)?.end ?? 0) - (group[0]?.start ?? 0), {
    least: most,
    most,
  });
  return groups.map((group) => ({
    segment,
    index,
    start: group[0]?.start ?? 0,
    end: group.at(-1)?.end ?? 0,
  }));
}

function cutAtWords(
  text: string,
  start: number,
  end: number,
  most: number,
): { start: number; end: number }[] {
  const out: { start: number; end: number }[] = [];
  let from = start;
  while (end - from > most) {
    // Within the stretch alone: looking back from its end would go through all before it, where
    // there is no space.
    const inStretch = text.slice(from, from + most + 1).lastIndexOf(' ');
    const space = inStretch === -1 ? -1 : from + inStretch;
    const pair = /[\uDC00-\uDFFF]/.test(text[from + most] ?? '') ? 1 : 0;
    const to = space > from ? space : from + most - pair;
    out.push({ start: from, end: to });
    from = to;
    while (from < end && text[from] === ' ') from += 1;
  }
  if (from < end) out.push({ start: from, end });
  return out;
}

const plain = (text: string) =>
  text
    .toLowerCase()
    .replace(/^[\d.\s]+/, '')
    .replace(/\s+/g, ' ')
    .trim();

/**
 * Headings open sections. How deep one is tells itself or a PDF's outline; where neither does,
 * headings in a row count as one below the other.
 */
function toSections({ segments, title, outline = [] }: Snapshot, most: number): Section[] {
  const depths = new Map(outline.map((entry) => [plain(entry.title), entry.depth]));
  const sections: Section[] = [];
  let path: { text: string; depth: number | undefined }[] = [];
  let afterHeading = false;
  let open: Section | undefined;
  segments.forEach((segment, index) => {
    if (segment.text.trim() === '') return;
    if (segment.role === 'heading') {
      const depth = depths.get(plain(segment.text)) ?? segment.level;
      if (depth !== undefined)
        path = path.filter((it) => it.depth !== undefined && it.depth < depth);
      else if (!afterHeading) path = path.filter((it) => it.depth !== undefined);
      if (plain(segment.text) !== plain(title))
        path = [...path, { text: segment.text, depth }].slice(-6);
    }
    const heading = [title, ...path.map((it) => it.text)].filter(Boolean).join(' › ');
    if (!open || (segment.role === 'heading' && !afterHeading)) {
      open = { heading, pieces: [] };
      sections.push(open);
    }
    open.heading = heading;
    open.pieces.push(...piecesOf(segment, index, most));
    afterHeading = segment.role === 'heading';
  });
  return sections;
}

const lengthOf = (pieces: readonly Piece[]) =>
  pieces.reduce((sum, piece) => sum + textOf(piece).length + 1, -1);

/** A passage is found by its text, not by the heading over it. */
const bodyOf = (pieces: readonly Piece[]): Piece | undefined =>
  pieces.find((piece) => piece.segment.role === 'text') ?? pieces[0];

/**
 * What of the text stands before or after a place, near to it: a few times what a locator keeps,
 * for the spaces between.
 */
const NEAR_CHARACTERS = 20 * AROUND_CHARACTERS;
const textBefore = (text: string, at: number): string =>
  text.slice(Math.max(0, at - NEAR_CHARACTERS), at).trim();
const textAfter = (text: string, at: number): string => text.slice(at, at + NEAR_CHARACTERS).trim();

function flowLocator(pieces: readonly Piece[], { segments }: Snapshot): Locator | undefined {
  const body = bodyOf(pieces);
  if (body?.segment.at.medium !== 'flow') return undefined;
  const quote = quoteOf(textOf(body));
  const { text } = body.segment;
  const from = text.indexOf(quote, body.start);
  const to = from + quote.length;
  const before = textBefore(text, from) || segments[body.index - 1]?.text || '';
  const after = textAfter(text, to) || segments[body.index + 1]?.text || '';
  return {
    medium: 'flow',
    paragraph: body.segment.at.paragraph,
    ...(isWhole(body) ? {} : { start: body.start, end: body.end }),
    quote,
    prefix: before.slice(-AROUND_CHARACTERS),
    suffix: after.slice(0, AROUND_CHARACTERS),
  };
}

function rectsOf(piece: Piece): Rect[] {
  const { at, text } = piece.segment;
  if (at.medium !== 'paged') return [];
  return isWhole(piece) ? at.rects : linesWithin(at, text.length, piece.start, piece.end).rects;
}

function pagedLocator(pieces: readonly Piece[]): Locator | undefined {
  const body = bodyOf(pieces);
  if (body?.segment.at.medium !== 'paged') return undefined;
  const rects = pieces.flatMap(rectsOf);
  return {
    medium: 'paged',
    page: body.segment.at.page,
    ...(rects.length > 0 ? { rects } : {}),
    quote: quoteOf(textOf(body)),
  };
}

interface Passage {
  heading: string;
  text: string;
  locator: Locator;
  pieces: PassagePiece[];
}

/** The text of the pieces, and where in it each of them stands. */
function joined(group: readonly Piece[], between: string): Pick<Passage, 'text' | 'pieces'> {
  let text = '';
  const pieces: PassagePiece[] = [];
  for (const piece of group) {
    const own = textOf(piece);
    if (own === '') continue;
    const { at, text: whole } = piece.segment;
    const from = whole.indexOf(own, piece.start);
    const start = text === '' ? 0 : text.length + between.length;
    text = text === '' ? own : text + between + own;
    pieces.push({
      start,
      end: start + own.length,
      from,
      at:
        at.medium === 'paged'
          ? { ...at, ...linesWithin(at, whole.length, from, from + own.length) }
          : at,
    });
  }
  return { text, pieces };
}

type Gather = (pieces: readonly Piece[]) => Piece[][];
/**
 * Passages of the version before whose text still stands are cut as they were; only what lies
 * between is gathered anew.
 */
function gatherAround(
  pieces: readonly Piece[],
  between: string,
  before: ReadonlySet<string>,
  gatherRest: Gather,
): Piece[][] {
  if (before.size === 0) return gatherRest(pieces);
  const longest = Math.max(...[...before].map((text) => text.length));
  const standing = (from: number): Piece[] | undefined => {
    let end = from;
    let text = '';
    for (let at = from; at < pieces.length && text.length <= longest; at += 1) {
      text = joined(pieces.slice(from, at + 1), between).text;
      if (before.has(text)) end = at + 1;
    }
    return end > from ? pieces.slice(from, end) : undefined;
  };
  const out: Piece[][] = [];
  let rest: Piece[] = [];
  const gathered = () => {
    out.push(...gatherRest(rest));
    rest = [];
  };
  for (let at = 0; at < pieces.length; ) {
    const kept = standing(at);
    if (kept) {
      gathered();
      out.push(kept);
    } else rest.push(...pieces.slice(at, at + 1));
    at += kept?.length ?? 1;
  }
  gathered();
  return out;
}

function byParagraphs(
  snapshot: Snapshot,
  most: number,
  before: ReadonlySet<string>,
  locate: (pieces: readonly Piece[]) => Locator | undefined,
): Passage[] {
  return toSections(snapshot, most).flatMap(({ heading, pieces }) => {
    const pages = Map.groupBy(pieces, (piece) =>
      piece.segment.at.medium === 'paged' ? piece.segment.at.page : 0,
    );
    return [...pages.values()]
      .flatMap((ofPage) =>
        gatherAround(ofPage, '\n', before, (rest) => gather(rest, lengthOf, { least: most, most })),
      )
      .flatMap((group) => {
        const locator = locate(group);
        return locator ? [{ heading, ...joined(group, '\n'), locator }] : [];
      });
  });
}

/** How transcripts show that somebody else speaks. */
const TURN = /^(>>|[-–—]\s|\[?\p{Lu}[\p{L}\p{M}.'’ -]{0,40}\]?:\s)/u;
const startOf = ({ segment: { at } }: Piece): number =>
  at.medium === 'timed' ? Math.max(0, at.startS) : 0;
const endOf = ({ segment: { at } }: Piece): number => (at.medium === 'timed' ? at.endS : 0);
const secondsOf = (first: Piece, last: Piece): number => Math.max(0, endOf(last)) - startOf(first);

/**
 * Of each piece, the index of the next one that begins a turn, itself included; -1 where none does.
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
 * A window ends once it is long enough, but goes on to the end of a speaker's turn where that comes
 * before it is too long.
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

function byWindows(
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
/** What is said in the last second before a chapter belongs to it: captions are seldom exact. */
const chapterAt = (chapters: readonly Chapter[], startS: number): Chapter | undefined =>
  chapters.findLast((it) => it.start <= startS + 1 && startS < it.end);

function passagesOf(snapshot: Snapshot, before: ReadonlySet<string>): Passage[] {
  switch (snapshot.medium) {
    case 'timed':
      return byWindows(snapshot, before);
    case 'flow':
      return byParagraphs(snapshot, FLOW_CHARACTERS, before, (pieces) =>
        flowLocator(pieces, snapshot),
      );
    case 'paged':
      return byParagraphs(snapshot, PAGED_CHARACTERS, before, pagedLocator);
  }
}

/**
 * Ids hash the source and the text: a passage keeps its id from version to version, wherever it
 * goes. `before`: texts of the passages of the version before, which are cut alike where they still
 * stand.
 */
export function chunkSnapshot(
  snapshot: Snapshot,
  {
    sourceId,
    version,
    before = [],
  }: { sourceId: SourceId; version: number; before?: readonly string[] },
): Chunk[] {
  const seen = new Map<string, number>();
  return passagesOf(snapshot, new Set(before)).map(
    ({ heading, text, locator, pieces }, ordinal) => {
      const key = JSON.stringify([sourceId, text]);
      const twin = seen.get(key) ?? 0;
      seen.set(key, twin + 1);
      const id = createHash('sha256')
        .update(twin === 0 ? key : `${key}#${twin}`)
        .digest('hex')
        .slice(0, 32);
      return { id, sourceId, version, ordinal, heading, text, locator, pieces };
    },
  );
}
