import { z } from 'zod';
import { KIND_NAMES } from '../kinds.ts';
import { SourceId, ThreadId } from './id.ts';
import { Medium } from './locator.ts';

export const SourceType = z.enum(KIND_NAMES);
export type SourceType = z.infer<typeof SourceType>;

/**
 * The processing stages in order. `refresh` finds the quotes of notes and citations after a new
 * version. `assets` saves the images and styles of a ready source in a separate job.
 */
export const STAGES = [
  'fetch',
  'extract',
  'snapshot',
  'chunk',
  'embed',
  'index',
  'refresh',
  'assets',
] as const;
export const Stage = z.enum(STAGES);
export type Stage = z.infer<typeof Stage>;

export const EmbeddingStatus = {
  processing: 0,
  ready: 1,
  unreadable: 2,
  empty: 3,
  timedOut: 4,
} as const;
export const TranscriptStatus = { pending: 0, ready: 1, none: 2 } as const;
export const WebpageStatus = { done: 0, processing: 1, failed: 2 } as const;

/**
 * The state of a source in one word. `waiting`: not started, or waiting for its site, the network
 * or the server · `reading`: any stage after `fetching` · `gone`: its address was empty when it was
 * refreshed; the last good version stays · `held`: a refresh found a version to review ·
 * `bookmark`: saved although it can't be read · `failed`: anything else that could not be read.
 */
export const SourceState = z.enum([
  'waiting',
  'fetching',
  'reading',
  'ready',
  'failed',
  'gone',
  'held',
  'bookmark',
]);
export type SourceState = z.infer<typeof SourceState>;

/** Flags of its owner, set here or imported. */
export const SourceFlag = z.enum(['archive', 'favorite', 'toread']);
export type SourceFlag = z.infer<typeof SourceFlag>;

export const SourceStatus = z.object({
  /** 1 ready, 2 none */
  transcript: z.int().min(0).max(2),
  /** 0 processing, 1 ready, 2 unreadable, 3 nothing to read, 4 timed out */
  embedding: z.int().min(0).max(4),
  /** 0 done, 1 processing, 2 failed */
  webpage_processing: z.int().min(0).max(2),
});
export type SourceStatus = z.infer<typeof SourceStatus>;

export const SourceProgress = z.object({
  stage: Stage,
  done: z.int(),
  total: z.int(),
  /** the pages up to this one can already be searched and asked */
  readyThrough: z.int().optional(),
});
export type SourceProgress = z.infer<typeof SourceProgress>;

const SizedImages = z.record(
  z.string(),
  z.object({ url: z.string(), width: z.int().optional(), height: z.int().optional() }),
);

/**
 * `people`: written captions · `automatic`: the site's speech recognition · `speech`: Gloss's
 * speech recognition · `yours`: uploaded by the owner.
 */
export const TrackKind = z.enum(['people', 'automatic', 'speech', 'yours']);
export type TrackKind = z.infer<typeof TrackKind>;
export const TranscriptQuality = z.object({
  kind: TrackKind,
  language: z.string(),
  /** 0..1 */
  score: z.number(),
  /** continues "This transcript": `covers 12 of 58 minutes` */
  warnings: z.array(z.string()),
});
export type TranscriptQuality = z.infer<typeof TranscriptQuality>;

/** Where its owner was in it last, in one of their threads. */
export const SourceReading = z.object({
  openedAt: z.iso.datetime(),
  /** a second, a page or a paragraph; missing at the start */
  position: z.number().optional(),
  /** 0..1 of its length, where that is known */
  share: z.number().optional(),
});
export type SourceReading = z.infer<typeof SourceReading>;

export const Source = z.object({
  _id: SourceId,
  sourceType: SourceType,
  medium: Medium,
  /** the original title of the page, the video or the document */
  title: z.string(),
  createdAt: z.iso.datetime(),
  state: SourceState,
  status: SourceStatus,
  /** the address as given, for `pdf` and `web` */
  sourceUrl: z.string().optional(),
  /** the address as given, for `youtube` */
  source_url: z.string().optional(),
  canonicalUrl: z.string(),
  /** first page of a PDF, signed */
  thumbnail: z.string().optional(),
  thumbnails: z.object({
    icon: z.string().optional(),
    preview: z.string().optional(),
    youtube: z
      .object({ video: SizedImages.optional(), channel: SizedImages.optional() })
      .optional(),
  }),
  web_provider: z.string().optional(),
  /** the original bytes (PDF) or the saved page (web), signed, on the content origin */
  fileUrl: z.string().optional(),
  /** Reader view of a page, signed, on the content origin */
  readModFileUrl: z.string().optional(),
  /** what a plain <video> can play, for videos outside of YouTube */
  mediaUrl: z.string().optional(),
  /** 1 is YouTube itself */
  provider: z.int().optional(),
  channelThumbnail: z.string().optional(),
  youtube_metadata: z
    .object({
      video_id: z.string().optional(),
      video_data: z.object({ video_title: z.string() }),
      channel_data: z.object({ channel_title: z.string() }),
    })
    .optional(),
  language: z.string().optional(),
  /** for a video: where its transcript comes from and how good it is */
  transcript: TranscriptQuality.optional(),
  /** for a video: its author's description */
  description: z.string().optional(),
  /** of a video's channel */
  channelUrl: z.string().optional(),
  /** seconds */
  duration: z.number().optional(),
  pages: z.int().optional(),
  author: z.string().optional(),
  /** ISO 8601: a time in UTC, or a day, month or year */
  publishedAt: z.string().optional(),
  contentHash: z.string().optional(),
  /** the owner's title, shown instead of `title`. The owner's fields end at `highlights`. */
  ownTitle: z.string().optional(),
  ownNote: z.string().optional(),
  tags: z.array(z.string()).optional(),
  /** the first of `folders`, its levels separated by `/` */
  folder: z.string().optional(),
  /** levels separated by ` / ` */
  folders: z.array(z.string()).optional(),
  /** when it was originally saved */
  addedAt: z.string().optional(),
  flags: z.array(SourceFlag).optional(),
  highlights: z
    .array(
      z.object({ text: z.string(), note: z.string().optional(), createdAt: z.string().optional() }),
    )
    .optional(),
  /** in the lists of the library alone */
  reading: SourceReading.optional(),
  /** an earlier source with nearly the same text */
  similarTo: z.object({ _id: SourceId, title: z.string() }).optional(),
  refreshEvery: z.string().nullable(),
  refreshedAt: z.iso.datetime().optional(),
  /** it is ready, and its images and styles are still being saved */
  saving: z.boolean().optional(),
  /** a newer version is being processed */
  refreshing: z.boolean().optional(),
  /** a newer version with almost none of this one's text, until its owner accepts or discards it */
  held: z.object({ version: z.int(), title: z.string() }).optional(),
  /**
   * the permanent new address that a refresh found; `takenBy`: another source of the library with
   * that address, so this one keeps its own
   */
  moved: z
    .object({
      from: z.string(),
      to: z.string(),
      at: z.iso.datetime(),
      takenBy: SourceId.optional(),
    })
    .optional(),
  /** why the last refresh did not replace this version */
  refreshError: z
    .object({ code: z.string(), message: z.string(), at: z.iso.datetime() })
    .optional(),
  version: z.int(),
  error: z.object({ code: z.string(), message: z.string() }).optional(),
  progress: SourceProgress.optional(),
});
export type Source = z.infer<typeof Source>;

const described = {
  sourceType: SourceType.optional(),
  url: z.string().min(1).max(4096).optional(),
  fileKey: z.string().max(512).optional(),
  sourceId: SourceId.optional(),
  title: z.string().max(1000).optional(),
};
const namesOne = (it: Partial<Record<'url' | 'fileKey' | 'sourceId', string>>): boolean =>
  [it.url, it.fileKey, it.sourceId].filter((given) => given !== undefined).length === 1;
const ONE_NAME = { message: 'Give either url, fileKey or sourceId.', path: ['url'] };
/**
 * A source to add: an address, the key of an uploaded file, or a source of the library. Without
 * `sourceType`, the address and the bytes decide.
 */
export const SourceDescription = z.object(described).refine(namesOne, ONE_NAME);
export type SourceDescription = z.infer<typeof SourceDescription>;

/** One source, or `sources`. Not a union, so that validation names each invalid field. */
export const AddSourceBody = z
  .object({
    threadId: ThreadId,
    sources: z.array(SourceDescription).min(1).max(500).optional(),
    ...described,
  })
  .refine((it) => it.sources !== undefined || namesOne(it), ONE_NAME);
export type AddSourceBody = z.infer<typeof AddSourceBody>;

/** Seconds throughout. */
export const Transcript = z.object({
  language: z.string(),
  words: z.array(z.object({ word: z.string(), offset: z.number(), duration: z.number() })),
  formattedMergedTranscript: z.array(
    z.object({ start: z.number(), end: z.number(), text: z.string() }),
  ),
  chapters: z.array(z.object({ start: z.number(), end: z.number(), title: z.string() })),
});
export type Transcript = z.infer<typeof Transcript>;

export const isSettled = (status: SourceStatus): boolean =>
  status.embedding !== EmbeddingStatus.processing;

/**
 * A source as anyone but its owner sees it: without the owner's fields and the names of other
 * library sources.
 */
export function withoutOwnFields(source: Source): Source {
  const {
    ownTitle: _ownTitle,
    ownNote: _ownNote,
    tags: _tags,
    folder: _folder,
    folders: _folders,
    addedAt: _addedAt,
    flags: _flags,
    highlights: _highlights,
    similarTo: _similarTo,
    ...shared
  } = source;
  return shared;
}
