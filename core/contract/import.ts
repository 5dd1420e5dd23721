/**
 * Importing many sources: what was read from a file, the result of each line, and the progress.
 */
import { z } from 'zod';
import { ImportId, SourceId, ThreadId } from './id.ts';
import { SourceFlag } from './source.ts';

export const ImportFormat = z.enum(['auto', 'urls', 'bookmarks', 'opml', 'feed', 'csv', 'json']);
export type ImportFormat = z.infer<typeof ImportFormat>;

export const Highlight = z.object({
  text: z.string().max(20_000),
  note: z.string().max(20_000).optional(),
  createdAt: z.iso.datetime().optional(),
});

/**
 * The data of one line. `listing`: a feed, playlist or channel, whose entries are added instead.
 */
export const ImportEntry = z.object({
  /** line or ordinal in the input, from 1 */
  line: z.int().min(1),
  kind: z.enum(['source', 'listing']).default('source'),
  url: z.string().max(4096).optional(),
  /** of a file uploaded to the thread */
  fileKey: z.string().max(512).optional(),
  title: z.string().max(1000).optional(),
  /** the title is the site's, such as that of a feed entry, and doesn't become the owner's title */
  siteTitle: z.boolean().optional(),
  tags: z.array(z.string().max(200)).max(200).default([]),
  /** how a feed tells the entry apart from others, even if its address changes */
  guid: z.string().max(1000).optional(),
  /** levels separated by ` / ` */
  folder: z.string().max(1000).optional(),
  addedAt: z.iso.datetime().optional(),
  note: z.string().max(20_000).optional(),
  flags: z.array(SourceFlag).max(10).optional(),
  highlights: z.array(Highlight).max(2000).default([]),
});
export type ImportEntry = z.infer<typeof ImportEntry>;

/** A line without anything to add, and why. */
export const UnreadableEntry = z.object({
  line: z.int().min(1),
  text: z.string(),
  why: z.string(),
});
export type UnreadableEntry = z.infer<typeof UnreadableEntry>;

/** The content of a file. */
export const ParsedImport = z.object({
  /** such as `pocket-csv`, `opml` */
  format: z.string(),
  /** its name for people: `Pocket export` */
  label: z.string(),
  /** what a feed calls itself */
  title: z.string().max(1000).optional(),
  entries: z.array(ImportEntry),
  unread: z.array(UnreadableEntry),
});
export type ParsedImport = z.infer<typeof ParsedImport>;

/** Requests the content of a playlist, a channel or a feed. */
export const OpenListingBody = z.object({
  url: z.string().min(1).max(4096),
  /** only this many, the newest first */
  max: z.int().min(1).max(5000).default(500),
});

/**
 * How a playlist, channel or feed is imported: entries from a day on, and at most this many, newest
 * first.
 */
export const ListingLimits = z.object({
  since: z.iso.date().optional(),
  max: z.int().min(1).max(5000).optional(),
});
export type ListingLimits = z.infer<typeof ListingLimits>;

/**
 * `waiting`: staged, or its listing is being opened. `running`: its source is being processed. The
 * others are final: `added` is ready; `duplicate` was in the library, or earlier in this import;
 * `skipped` was cancelled or can't be added; `failed` has a code.
 */
export const ImportItemState = z.enum([
  'waiting',
  'running',
  'added',
  'duplicate',
  'skipped',
  'failed',
]);
export type ImportItemState = z.infer<typeof ImportItemState>;

/** A line of the receipt. */
export const ImportItem = z.object({
  line: z.int(),
  /** the entries of a listing share its line and count from 1; 0 is the line itself */
  entry: z.int(),
  input: z.string(),
  title: z.string().optional(),
  state: ImportItemState,
  sourceId: SourceId.optional(),
  /** the source that it duplicates */
  of: z.string().optional(),
  code: z.string().optional(),
  message: z.string().optional(),
  /** what to do about it */
  next: z.string().optional(),
});
export type ImportItem = z.infer<typeof ImportItem>;

export const ImportState = z.enum(['running', 'paused', 'cancelled', 'done']);
export type ImportState = z.infer<typeof ImportState>;

/** What a running import as a whole waits for, so that no entry fails. */
export const ImportWait = z.enum(['network', 'disk_space']);
export type ImportWait = z.infer<typeof ImportWait>;

const count = z.int().min(0);
export const Import = z.object({
  _id: ImportId,
  name: z.string(),
  format: z.string().optional(),
  threadId: ThreadId.optional(),
  state: ImportState,
  /** resumes by itself */
  waitsFor: ImportWait.optional(),
  createdAt: z.iso.datetime(),
  finishedAt: z.iso.datetime().optional(),
  total: count,
  /** number of staged entries */
  queued: count,
  running: count,
  /** number of ready sources */
  ready: count,
  failed: count,
  duplicates: count,
  skipped: count,
});
export type Import = z.infer<typeof Import>;

/** The current activity of an import, for a live view. */
export const ImportLive = Import.extend({
  stages: z.record(z.string(), count),
  hosts: z.array(
    z.object({
      host: z.string(),
      queued: count,
      running: count,
      done: count,
      failed: count,
      /** the host asked to wait until then */
      heldUntil: z.iso.datetime().optional(),
    }),
  ),
  /** entries settled per minute, during the last minute */
  perMinute: z.number(),
  /** seconds left at this pace */
  secondsLeft: z.number().optional(),
  lastErrors: z.array(z.object({ input: z.string(), code: z.string(), message: z.string() })),
});
export type ImportLive = z.infer<typeof ImportLive>;

/**
 * A line of the preview. `bookmark`: its address can't be read, and is saved with its data.
 * `unreadable`: it contains nothing to save.
 */
export const PreviewVerdict = z.enum([
  'new',
  'known',
  'repeated',
  'listing',
  'bookmark',
  'unreadable',
]);
export const ImportPreview = ParsedImport.omit({ entries: true }).extend({
  entries: z.array(
    ImportEntry.extend({
      verdict: PreviewVerdict,
      /** the existing source, or the line it repeats */
      of: z.string().optional(),
      why: z.string().optional(),
    }),
  ),
  totals: z.object({
    new: count,
    known: count,
    repeated: count,
    listing: count,
    bookmark: count,
    unreadable: count,
  }),
});
export type ImportPreview = z.infer<typeof ImportPreview>;

/** At most 50,000 lines per import. */
export const NewImport = z.object({
  name: z.string().min(1).max(300),
  format: z.string().max(40).optional(),
  threadId: ThreadId.optional(),
  limits: ListingLimits.optional(),
  items: z
    .array(ImportEntry.extend({ line: z.int().min(1).optional() }))
    .min(1)
    .max(50_000),
  /**
   * hash of the input, computed by the client: an unfinished import with the same key is resumed
   */
  key: z.string().max(100).optional(),
  /** shown unchanged in the receipt */
  unread: z.array(UnreadableEntry).max(50_000).optional(),
});
export type NewImport = z.infer<typeof NewImport>;
export const StartedImport = z.object({
  _id: ImportId,
  total: count,
  /** an unfinished import with the same key */
  resumed: z.boolean(),
});
export type StartedImport = z.infer<typeof StartedImport>;
