/**
 * The library as a whole: what narrows it, what is done with many of its sources at once, and what
 * rests on one.
 */
import { z } from 'zod';
import { SourceId, ThreadId } from './id.ts';
import { Locator } from './locator.ts';
import { Source, SourceFlag, SourceState, SourceType } from './source.ts';
import { Schedule } from './version.ts';

export const LibraryState = z.enum(['processing', 'ready', 'failed']);
export type LibraryState = z.infer<typeof LibraryState>;
/** `newest` and `oldest` by when it was added; `checked`: what was looked at last comes first. */
export const LibrarySort = z.enum(['newest', 'oldest', 'title', 'checked']);
export type LibrarySort = z.infer<typeof LibrarySort>;

export const LibraryQuery = z.object({
  /** within title or address */
  query: z.string().trim().max(300).optional(),
  type: SourceType.optional(),
  status: LibraryState.optional(),
  /** held by this thread */
  threadId: ThreadId.optional(),
  /** `failed` includes bookmarks, and `gone` what was never found */
  state: SourceState.optional(),
  tag: z.string().trim().max(200).optional(),
  /** with the folders in it; levels separated by `/` */
  folder: z.string().trim().max(1000).optional(),
  flag: SourceFlag.optional(),
  /** a video's; or a page's site, by its name or its host with the subdomains */
  channel: z.string().trim().max(200).optional(),
  /** added on this day or later, or earlier: ISO 8601 dates */
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

/** What its owner says of a source; null clears it. A list replaces the one that is there. */
export const OwnFieldsPatch = z.object({
  ownTitle: z.string().trim().max(1000).nullable().optional(),
  ownNote: z.string().trim().max(20_000).nullable().optional(),
  tags: z.array(z.string().trim().min(1).max(200)).max(200).optional(),
  /** takes the place of the first of `folders`; levels separated by `/` */
  folder: z
    .string(FOLDER_FORM)
    .trim()
    .max(1000)
    .refine((path) => path === '' || /[^/\s]/.test(path), FOLDER_FORM)
    .nullable()
    .optional(),
  /** ISO 8601: a day, or a moment with its zone */
  addedAt: z
    .union([z.iso.date(), z.iso.datetime({ offset: true })], DATE_FORM)
    .refine((date) => date >= '1980' && date < '2200', DATE_FORM)
    .nullable()
    .optional(),
  flags: z.array(SourceFlag).max(10).optional(),
});
export type OwnFieldsPatch = z.infer<typeof OwnFieldsPatch>;

/**
 * One thing done with many sources. `retry` tries again what failed, and leaves the rest alone.
 * `trash` and `restore` move them to the trash and back; `delete` deletes them for good, in the
 * trash or not.
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
      /** why, as a sentence */
      message: z.string(),
    }),
  ),
});
export type BulkResult = z.infer<typeof BulkResult>;

/** What is in the trash, the last deleted first. */
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
  /** of the block of the notes */
  nodeId: z.string().optional(),
});
export type SourceUse = z.infer<typeof SourceUse>;
/**
 * Threads that hold a source, and what rests on its text; at most 500 places, `total` of them all.
 */
export const SourceUses = z.object({
  threads: z.array(z.object({ _id: ThreadId, url: z.string(), title: z.string() })),
  places: z.array(SourceUse),
  total: z.int(),
});
export type SourceUses = z.infer<typeof SourceUses>;
