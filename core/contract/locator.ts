/**
 * A position in a source: one closed union for clips, citations, search hits, chips and links,
 * which always carries its quote. The wire forms of the spec (`time:source`, `{start,end}`,
 * `{page}`, `{paragraph}`) are projections of it.
 */
import { z } from 'zod';

/**
 * `timed`: a video or audio. `paged`: a PDF. `flow`: a web page. Viewers, chunkers and citations
 * only switch on this.
 */
export const Medium = z.enum(['timed', 'paged', 'flow']);
export type Medium = z.infer<typeof Medium>;

/** A rectangle on an unrotated page, as fractions of the page (0..1) from its top left corner. */
export const Rect = z.object({
  x: z.number(),
  y: z.number(),
  width: z.number(),
  height: z.number(),
});
export type Rect = z.infer<typeof Rect>;

export const TimedLocator = z.object({
  medium: z.literal('timed'),
  /** seconds */
  startS: z.number().min(0),
  endS: z.number().min(0),
  quote: z.string(),
});
export const PagedLocator = z.object({
  medium: z.literal('paged'),
  /** from 1 */
  page: z.int().min(1),
  rects: z.array(Rect).optional(),
  quote: z.string(),
});
export const FlowLocator = z.object({
  medium: z.literal('flow'),
  /** from 1 */
  paragraph: z.int().min(1),
  /** character offsets in the paragraph */
  start: z.int().optional(),
  end: z.int().optional(),
  quote: z.string(),
  prefix: z.string(),
  suffix: z.string(),
});
export const Locator = z.discriminatedUnion('medium', [TimedLocator, PagedLocator, FlowLocator]);
export type TimedLocator = z.infer<typeof TimedLocator>;
export type PagedLocator = z.infer<typeof PagedLocator>;
export type FlowLocator = z.infer<typeof FlowLocator>;
export type Locator = z.infer<typeof Locator>;

/**
 * The state of a quote since it was taken. `changed`: since `version`, the text at its position is
 * `now`. `lost`: `version` is the last one that contains it.
 */
export const AnchorMark = z.discriminatedUnion('outcome', [
  z.object({ outcome: z.literal('changed'), version: z.int().min(1), now: z.string().max(20_000) }),
  z.object({ outcome: z.literal('lost'), version: z.int().min(1) }),
]);
export type AnchorMark = z.infer<typeof AnchorMark>;

/** Lines on one page of a PDF. */
export interface PageArea {
  /** from 1 */
  page: number;
  rects: readonly Rect[];
}

/** The position of a note's or answer's locator in a newer version of its source. */
export interface Relocation {
  /** missing if it is lost: the position stays */
  locator?: Locator;
  /** flow: index among equal quotes in the paragraph, from 0 */
  occurrence?: number;
  /** paged: its lines, on every page that it covers */
  areas?: readonly PageArea[];
  anchor: AnchorMark | null;
}

/** The form in search hits: seconds, a page from 1, or a paragraph from 1. */
export const WireLocator = z.union([
  z.object({ start: z.number(), end: z.number() }),
  z.object({ page: z.int() }),
  z.object({ paragraph: z.int() }),
]);
export type WireLocator = z.infer<typeof WireLocator>;

export function toWire(at: Locator): WireLocator {
  if (at.medium === 'timed') return { start: at.startS, end: at.endS };
  return at.medium === 'paged' ? { page: at.page } : { paragraph: at.paragraph };
}

/** The position as one number, as in an answer's index map: a second, page or paragraph. */
export function positionOf(at: Locator): number {
  if (at.medium === 'timed') return Math.floor(at.startS);
  return at.medium === 'paged' ? at.page : at.paragraph;
}

const PARAMETER = { timed: 'at', paged: 'page', flow: 'p' } as const;

/** `?source=ID&at=83` · `&page=4` · `&p=12`: query of a workspace link. */
export function locatorQuery(sourceId: string, medium: Medium, position: number): string {
  return `?source=${sourceId}&${PARAMETER[medium]}=${position}`;
}

/** For people: `01:23` (`01:02:03` over an hour), `page 4`, `paragraph 12`. */
export function positionLabel(medium: Medium, position: number): string {
  if (medium !== 'timed') return `${medium === 'paged' ? 'page' : 'paragraph'} ${position}`;
  const hours = Math.floor(position / 3600);
  const parts = [Math.floor(position / 60) % 60, Math.floor(position) % 60];
  return (hours > 0 ? [hours, ...parts] : parts).map((n) => String(n).padStart(2, '0')).join(':');
}
