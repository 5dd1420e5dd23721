import { z } from 'zod';
import { SourceId, ThreadId } from './id.ts';
import { Locator, WireLocator } from './locator.ts';
import { boundedInteger } from './paging.ts';
import { SourceFlag, SourceState, SourceType } from './source.ts';

export const SearchQuery = z.object({
  /** words, "phrases" and operators: see `core/text/search-query.ts` */
  q: z.string().trim().min(1).max(1000),
  threadId: ThreadId.optional(),
  /** comma list of source ids */
  sources: z.string().max(80_000).optional(),
  type: SourceType.optional(),
  /** sources with this tag */
  tag: z.string().trim().max(200).optional(),
  /** of this channel, or this site */
  channel: z.string().trim().max(200).optional(),
  /** saved on this day or later, or earlier, in the user's time zone: ISO 8601 dates */
  from: z.iso.date().optional(),
  to: z.iso.date().optional(),
  /** comma list of what to search; default all */
  in: z
    .string()
    .max(100)
    .default('sources,clips,notes,answers,posts')
    .transform((list) => new Set(list.split(',').map((it) => it.trim()))),
  /** search as you type: by words only, without the cost of an embedding */
  typing: z.literal('1').optional(),
  limit: boundedInteger(20, 100),
});

/** What there is to narrow a search by, the most frequent first. */
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
  /** the whole place, with its quote */
  place: Locator,
  /** a thread that holds the source, for a deep link */
  thread_url: z.string().optional(),
});
export type SearchHit = z.infer<typeof SearchHit>;
/** What a person wrote or was answered: a block of the notes, a clip, an answer, a post. */
export const PersonalSearchHit = z.object({
  kind: z.enum(['clip', 'note', 'answer', 'post']),
  /** the block's, answer's or post's */
  _id: z.string(),
  thread_id: ThreadId,
  thread_url: z.string(),
  /** the thread's, or the post's */
  title: z.string(),
  text: z.string(),
  highlights: z.array(z.tuple([z.int(), z.int()])),
  score: z.number(),
  /** of a published post: where anybody reads it */
  post_url: z.string().optional(),
  /** a clip's place in its source */
  source_id: SourceId.optional(),
  place: Locator.optional(),
  /** that source's title */
  source_title: z.string().optional(),
});
export type PersonalSearchHit = z.infer<typeof PersonalSearchHit>;

/** The owner's own data of a source in which words were found. */
export const OwnField = z.enum(['title', 'note', 'tag', 'highlight']);
export type OwnField = z.infer<typeof OwnField>;
/** A source that was found by what its owner added to it, or by operators alone. */
export const SourceMatch = z.object({
  source_id: SourceId,
  /** its owner's title, or its own */
  title: z.string(),
  sourceType: SourceType,
  state: SourceState,
  /** of a page or a video */
  url: z.string().optional(),
  /** when it was saved elsewhere, or else added here */
  saved_at: z.iso.datetime(),
  tags: z.array(z.string()),
  folder: z.string().optional(),
  flags: z.array(SourceFlag).optional(),
  /** a thread that holds it */
  thread_url: z.string().optional(),
  /** where the words were found; empty when operators alone found it */
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
  /** best first; newest first when operators alone found them */
  sources: z.array(SourceMatch).default([]),
  /** of a query of operators alone: how many sources match */
  sources_total: z.int().optional(),
  hits: z.array(SearchHit),
  /** best first, at most `limit` */
  own: z.array(PersonalSearchHit),
  /** set when a part of the search could not be reached: what was left out, as a sentence */
  reduced: z.string().optional(),
  /** what of the query was not understood, as sentences */
  problems: z.array(z.string()).default([]),
  took_ms: z.number(),
});
export type SearchResult = z.infer<typeof SearchResult>;
