/**
 * The library: filters, bulk actions, and where a source is used.
 */
import { z } from 'zod';
import { SourceId, ThreadId } from './id.ts';
import { Locator } from './locator.ts';
import { Source, SourceFlag, SourceState, SourceType } from './source.ts';
import { Schedule } from './version.ts';

export const LibraryState = z.enum(['processing', 'ready', 'failed']);
export type LibraryState = z.infer<typeof LibraryState>;
/** `newest` and `oldest` by date added; `checked`: last refreshed first. */
export const LibrarySort = z.enum(['newest', 'oldest', 'title', 'checked']);
export type LibrarySort = z.infer<typeof LibrarySort>;

/** `later`: marked as to read; `inbox`: neither that nor archived. */
export const LibraryView = z.enum(['inbox', 'later', 'archive']);
export type LibraryView = z.infer<typeof LibraryView>;

export const LibraryQuery = z.object({
  /** in title or address */
  query: z.string().trim().max(300).optional(),
  type: SourceType.optional(),
  status: LibraryState.optional(),
  /** sources of this thread */
  threadId: ThreadId.optional(),
  /** `failed` includes bookmarks, and `gone` sources that were never found */
  state: SourceState.optional(),
  tag: z.string().trim().max(200).optional(),
  /** including its subfolders; levels separated by `/` */
  folder: z.string().trim().max(1000).optional(),
  flag: SourceFlag.optional(),
  view: LibraryView.optional(),
  /** a video's channel; or a page's site, by name or by host including subdomains */
  channel: z.string().trim().max(200).optional(),
  /** added on this day or later, or before: ISO 8601 dates */
  from: z.iso.date().optional(),
  to: z.iso.date().optional(),
  sort: LibrarySort.optional(),
});
export type LibraryQuery = z.infer<typeof LibraryQuery>;
export const LibraryIds = z.object({ ids: z.array(SourceId) });

export const MAX_BULK_SOURCES = 200;
const ids = z.array(SourceId).min(1).max(MAX_BULK_SOURCES);
const tags = z.array(z.string().trim().min(1).max(200)).max(50).default([]);

/** How long a source in the trash can be restored. */
export const TRASH_DAYS = 30;

const flags = z.array(SourceFlag).max(10).default([]);

const FOLDER_FORM = 'Enter a folder, like Work/Rivers.';
const DATE_FORM = 'Enter a date between 1980 and 2199, like 2026-03-31.';

/** The owner's fields of a source; null clears one. A list replaces the existing one. */
export const OwnFieldsPatch = z.object({
  ownTitle: z.string().trim().max(1000).nullable().optional(),
  ownNote: z.string().trim().max(20_000).nullable().optional(),
  tags: z.array(z.string().trim().min(1).max(200)).max(200).optional(),
  /** replaces the first of `folders`; levels separated by `/` */
  folder: z
    .string(FOLDER_FORM)
    .trim()
    .max(1000)
    .refine((path) => path === '' || /[^/\s]/.test(path), FOLDER_FORM)
    .nullable()
    .optional(),
  /** ISO 8601: a date, or a time with its zone */
  addedAt: z
    .union([z.iso.date(), z.iso.datetime({ offset: true })], DATE_FORM)
    .refine((date) => date >= '1980' && date < '2200', DATE_FORM)
    .nullable()
    .optional(),
  flags: z.array(SourceFlag).max(10).optional(),
});
export type OwnFieldsPatch = z.infer<typeof OwnFieldsPatch>;

/**
 * An action on many sources. `retry` retries failed ones and skips the rest. `trash` and `restore`
 * move sources to the trash and back; `delete` deletes them permanently, in the trash or not.
 */
export const BulkAction = z.discriminatedUnion('what', [
  z.object({ what: z.literal('thread'), ids, threadId: ThreadId }),
  z.object({ what: z.literal('refresh'), ids }),
  Schedule.extend({ what: z.literal('schedule'), ids }),
  z.object({ what: z.literal('retry'), ids }),
  z.object({ what: z.literal('tag'), ids, add: tags, remove: tags }),
  z.object({ what: z.literal('flag'), ids, add: flags, remove: flags }),
  z.object({ what: z.literal('trash'), ids }),
  z.object({ what: z.literal('restore'), ids }),
  z.object({ what: z.literal('delete'), ids }),
]);
export type BulkAction = z.infer<typeof BulkAction>;
export const BulkResult = z.object({
  done: z.array(SourceId),
  left: z.array(
    z.object({
      _id: SourceId,
      /** the reason as a sentence */
      message: z.string(),
    }),
  ),
});
export type BulkResult = z.infer<typeof BulkResult>;

/** The content of the trash, last deleted first. */
export const TrashPage = z.object({
  docs: z.array(Source.extend({ deletedAt: z.iso.datetime() })),
  next: z.string().nullable(),
});
export type TrashPage = z.infer<typeof TrashPage>;

/** A clip, citation or highlight that quotes the source. */
export const SourceUse = z.object({
  what: z.enum(['clip', 'citation', 'highlight']),
  quote: z.string(),
  place: Locator,
  threadId: ThreadId.optional(),
  /** id of the block in the notes */
  nodeId: z.string().optional(),
});
export type SourceUse = z.infer<typeof SourceUse>;
/**
 * Threads that contain a source, and quotes of its text; at most 500 positions, `total` counts all.
 */
export const SourceUses = z.object({
  threads: z.array(z.object({ _id: ThreadId, url: z.string(), title: z.string() })),
  places: z.array(SourceUse),
  total: z.int(),
});
export type SourceUses = z.infer<typeof SourceUses>;
