/**
 * Splits a snapshot into passages. Depends on the medium only; loses no text, and every passage has
 * a position. timed: sentences in windows of 30–60 s, which end at the end of a chapter, or of a
 * speaker's turn if one ends in time · flow: paragraphs up to 1,000 characters · paged: blocks of
 * one page up to 1,200.
 */
import type { SourceId } from '#core/contract/id.ts';
import type { Locator, Rect } from '#core/contract/locator.ts';
import type { Snapshot } from '#core/contract/snapshot.ts';
import { groupIntoWindows } from '#core/text/group-into-windows.ts';
import type { Chunk } from '#pipeline/search/contract.ts';
import { createPassageIds } from '#pipeline/search/passage-ids.ts';
import { linesWithin } from '#pipeline/search/position-within.ts';
import {
  gatherAround,
  isWhole,
  joined,
  piecesOf,
  quoteOf,
  textOf,
  type Passage,
  type Piece,
} from './pieces.ts';
import { timedPassages } from './timed-passages.ts';

const FLOW_CHARACTERS = 1_000;
const PAGED_CHARACTERS = 1_200;
const AROUND_CHARACTERS = 32;

/** Pieces under the same headings. */
interface Section {
  heading: string;
  pieces: Piece[];
}

const plain = (text: string) =>
  text
    .toLowerCase()
    .replace(/^[\d.\s]+/, '')
    .replace(/\s+/g, ' ')
    .trim();

/**
 * Headings open sections. Their level comes from the heading or a PDF's outline; without either,
 * consecutive headings count as nested.
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

/** A passage takes its position from its text, not from its heading. */
const bodyOf = (pieces: readonly Piece[]): Piece | undefined =>
  pieces.find((piece) => piece.segment.role === 'text') ?? pieces[0];

/**
 * Characters of context before and after a position: a few times what a locator stores,
 * to allow for extra spaces.
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
        gatherAround(ofPage, '\n', before, (rest) =>
          groupIntoWindows(rest, lengthOf, { least: most, most }),
        ),
      )
      .flatMap((group) => {
        const locator = locate(group);
        return locator ? [{ heading, ...joined(group, '\n'), locator }] : [];
      });
  });
}

function passagesOf(snapshot: Snapshot, before: ReadonlySet<string>): Passage[] {
  switch (snapshot.medium) {
    case 'timed':
      return timedPassages(snapshot, before);
    case 'flow':
      return byParagraphs(snapshot, FLOW_CHARACTERS, before, (pieces) =>
        flowLocator(pieces, snapshot),
      );
    case 'paged':
      return byParagraphs(snapshot, PAGED_CHARACTERS, before, pagedLocator);
  }
}

/**
 * Ids hash the source and the text, so that a passage keeps its id across versions wherever it
 * moves. `before`: texts of the passages of the previous version; unchanged text is split in the
 * same way.
 */
export function chunkSnapshot(
  snapshot: Snapshot,
  {
    sourceId,
    version,
    before = [],
  }: { sourceId: SourceId; version: number; before?: readonly string[] },
): Chunk[] {
  const idOf = createPassageIds(sourceId);
  return passagesOf(snapshot, new Set(before)).map(
    ({ heading, text, locator, pieces }, ordinal) => {
      return { id: idOf(text), sourceId, version, ordinal, heading, text, locator, pieces };
    },
  );
}
