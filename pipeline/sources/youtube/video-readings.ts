/** Byte readings of pages with a player and of caption files. Results are bounded. */
import { z } from 'zod';
import type { ByteReading } from '#pipeline/sources/contract.ts';
import { LONGEST_ADDRESS, PageFacts } from '#pipeline/sources/source-facts.ts';
import { CAPTION_FORMATS } from './caption-format.ts';

export const MOST_TRACKS = 200;
export const MOST_CHAPTERS = 500;
export const LONGEST_CHAPTER_TITLE = 2_000;
const Bytes = z.custom<Uint8Array>((value) => value instanceof Uint8Array);
const Address = z.string().max(LONGEST_ADDRESS);

const PageInput = z.object({
  bytes: Bytes,
  url: z.string(),
  /** the header `Content-Type` */
  contentType: z.string(),
});
export type PlayerPageInput = z.infer<typeof PageInput>;

const PageTrack = z.object({
  key: z.string().max(100),
  files: z.array(z.object({ ext: z.enum(['srt', 'vtt']), url: Address })).max(1),
});
export const Html5Page = z.object({
  facts: PageFacts,
  mediaUrl: Address.optional(),
  posterUrl: Address.optional(),
  durationS: z.number().positive().optional(),
  tracks: z.array(PageTrack).max(MOST_TRACKS),
  chaptersUrl: Address.optional(),
});
export type Html5Page = z.infer<typeof Html5Page>;

const CaptionsInput = z.object({ format: z.enum(CAPTION_FORMATS), bytes: Bytes });
const Chapters = z
  .array(
    z.object({ start: z.number(), end: z.number(), title: z.string().max(LONGEST_CHAPTER_TITLE) }),
  )
  .max(MOST_CHAPTERS);

/** The confidence, 0..1, that the video is the main content of a page. */
export const CONFIDENCE_READING: ByteReading<PlayerPageInput, number> = {
  kind: 'youtube',
  name: 'confidence',
  input: PageInput,
  output: z.number().min(0).max(1),
};
/** The player of a page. */
export const PLAYER_READING: ByteReading<PlayerPageInput, Html5Page> = {
  kind: 'youtube',
  name: 'player',
  input: PageInput,
  output: Html5Page,
};
/** The content of a caption file: speech, only marks of sounds such as `[Music]`, or nothing. */
export const CAPTION_CONTENT_READING: ByteReading<
  z.infer<typeof CaptionsInput>,
  'speech' | 'sounds' | 'nothing'
> = {
  kind: 'youtube',
  name: 'caption-content',
  input: CaptionsInput,
  output: z.enum(['speech', 'sounds', 'nothing']),
};
/** The chapters of a WebVTT file, in seconds. */
export const CHAPTERS_READING: ByteReading<Uint8Array, z.infer<typeof Chapters>> = {
  kind: 'youtube',
  name: 'chapters',
  input: Bytes,
  output: Chapters,
};
