import { z } from 'zod';
import { SourceId, ThreadId } from './id.ts';
import { Locator, WireLocator } from './locator.ts';
import { boundedInteger } from './paging.ts';
import { SourceFlag, SourceState, SourceType } from './source.ts';

export const SearchQuery = z.object({
  /** words, "phrases" and operators: see `core/text/search-query.ts` */
  q: z.string().trim().min(1).max(1000),
  threadId: ThreadId.optional(),
  /** comma-separated source ids */
  sources: z.string().max(80_000).optional(),
  type: SourceType.optional(),
  /** sources with this tag */
  tag: z.string().trim().max(200).optional(),
  /** of this channel or site */
  channel: z.string().trim().max(200).optional(),
  /** saved on this day or later, or before, in the user's time zone: ISO 8601 dates */
  from: z.iso.date().optional(),
  to: z.iso.date().optional(),
  /** comma-separated areas to search; default all */
  in: z
    .string()
    .max(100)
    .default('sources,clips,notes,answers,posts')
    .transform((list) => new Set(list.split(',').map((it) => it.trim()))),
  /** search while typing: by words only, without the cost of an embedding */
  typing: z.literal('1').optional(),
  limit: boundedInteger(20, 100),
});

/** Values to filter a search by, most frequent first. */
export const SearchNames = z.object({
  tags: z.array(z.string()),
  /** levels separated by `/` */
  folders: z.array(z.string()).default([]),
  channels: z.array(z.string()),
});
export type SearchNames = z.infer<typeof SearchNames>;

export const SearchHit = z.object({
  source_id: SourceId,
  title: z.string(),
  sourceType: SourceType,
  text: z.string(),
  /** `[start, end)` character ranges of the query's words within `text` */
  highlights: z.array(z.tuple([z.int(), z.int()])),
  score: z.number(),
  locator: WireLocator,
  /** the complete locator with its quote */
  place: Locator,
  /** a thread that holds the source, for a deep link */
  thread_url: z.string().optional(),
});
export type SearchHit = z.infer<typeof SearchHit>;
/** A search hit in the person's own content: a block of the notes, a clip, an answer, a post. */
export const PersonalSearchHit = z.object({
  kind: z.enum(['clip', 'note', 'answer', 'post']),
  /** the block's, answer's or post's */
  _id: z.string(),
  thread_id: ThreadId,
  thread_url: z.string(),
  /** title of the thread or the post */
  title: z.string(),
  text: z.string(),
  highlights: z.array(z.tuple([z.int(), z.int()])),
  score: z.number(),
  /** public address of a published post */
  post_url: z.string().optional(),
  /** a clip's position in its source */
  source_id: SourceId.optional(),
  place: Locator.optional(),
  /** that source's title */
  source_title: z.string().optional(),
});
export type PersonalSearchHit = z.infer<typeof PersonalSearchHit>;

/** A field of the owner in which words were found. */
export const OwnField = z.enum(['title', 'note', 'tag', 'highlight']);
export type OwnField = z.infer<typeof OwnField>;
/** A source found by its owner's fields, or by operators only. */
export const SourceMatch = z.object({
  source_id: SourceId,
  /** its owner's title, or its own */
  title: z.string(),
  sourceType: SourceType,
  state: SourceState,
  /** of a page or a video */
  url: z.string().optional(),
  /** when it was originally saved, or else added here */
  saved_at: z.iso.datetime(),
  tags: z.array(z.string()),
  folder: z.string().optional(),
  flags: z.array(SourceFlag).optional(),
  /** a thread that contains it */
  thread_url: z.string().optional(),
  /** the fields that matched; empty if only operators found it */
  matched: z.array(
    z.object({
      field: OwnField,
      text: z.string(),
      highlights: z.array(z.tuple([z.int(), z.int()])),
    }),
  ),
});
export type SourceMatch = z.infer<typeof SourceMatch>;
export const SearchResult = z.object({
  /** best first; newest first if only operators found them */
  sources: z.array(SourceMatch).default([]),
  /** with operators only: the number of matching sources */
  sources_total: z.int().optional(),
  hits: z.array(SearchHit),
  /** best first, at most `limit` */
  own: z.array(PersonalSearchHit),
  /** set if a part of the search was unreachable: a sentence about what is missing */
  reduced: z.string().optional(),
  /** sentences about parts of the query that were not understood */
  problems: z.array(z.string()).default([]),
  took_ms: z.number(),
});
export type SearchResult = z.infer<typeof SearchResult>;
