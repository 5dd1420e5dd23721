/**
 * The result of extraction: the text in order, each piece with its position, and what a viewer
 * needs.
 */
import { z } from 'zod';
import { Medium, Rect } from './locator.ts';
import { TranscriptQuality } from './source.ts';

/** Position of a segment. `paragraph` and `page` count from 1; seconds for `timed`. */
export const SegmentPosition = z.discriminatedUnion('medium', [
  z.object({ medium: z.literal('timed'), startS: z.number(), endS: z.number() }),
  z.object({
    medium: z.literal('paged'),
    page: z.int(),
    /** one a line */
    rects: z.array(Rect),
    /** start offset of each line in the segment's text */
    starts: z.array(z.int()).optional(),
  }),
  z.object({ medium: z.literal('flow'), paragraph: z.int() }),
]);
export type SegmentPosition = z.infer<typeof SegmentPosition>;

/** A sentence or cue of a transcript, a block of a PDF page, a paragraph of a web page. */
export const Segment = z.object({
  text: z.string(),
  role: z.enum(['heading', 'text']),
  /** heading level from 1, if the source has it */
  level: z.int().optional(),
  at: SegmentPosition,
});
export type Segment = z.infer<typeof Segment>;

export const Word = z.object({
  word: z.string(),
  /** seconds */
  offset: z.number(),
  /** seconds */
  duration: z.number(),
});
export type Word = z.infer<typeof Word>;
/** An outgoing link of a page, to the web or an email address. */
export const PageLink = z.object({ page: z.int(), rect: Rect, url: z.string() });
export type PageLink = z.infer<typeof PageLink>;
export const OutlineEntry = z.object({ title: z.string(), page: z.int(), depth: z.int() });

export const Snapshot = z.object({
  medium: Medium,
  title: z.string(),
  /** BCP 47, `und` when unknown */
  language: z.string(),
  author: z.string().optional(),
  publishedAt: z.string().optional(),
  segments: z.array(Segment),
  /**
   * Reader view; each block that is a segment has `data-p="<paragraph>"`. The parsing child
   * sanitises it; it is stored next to the snapshot.
   */
  readerHtml: z.string().optional(),
  words: z.array(Word).optional(),
  chapters: z.array(z.object({ start: z.number(), end: z.number(), title: z.string() })).optional(),
  outline: z.array(OutlineEntry).optional(),
  pages: z.int().optional(),
  /** page labels, if they differ from 1, 2, 3 … */
  pageLabels: z.array(z.string()).optional(),
  links: z.array(PageLink).optional(),
  /** pages whose text was recognised with OCR */
  ocrPages: z.array(z.int()).optional(),
  /** pages with images whose text could not be recognised */
  unreadPages: z.array(z.int()).optional(),
  /** seconds */
  durationS: z.number().optional(),
  siteName: z.string().optional(),
  iconUrl: z.string().optional(),
  previewImageUrl: z.string().optional(),
  /** a message for the user why a source has no text, if there is a specific reason */
  silence: z.string().optional(),
  /** for a `timed` source with text */
  transcript: TranscriptQuality.optional(),
  /** kind of caption track, or how the page was read; shown to the user */
  origin: z.string().optional(),
});
export type Snapshot = z.infer<typeof Snapshot>;
