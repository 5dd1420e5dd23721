import { z } from 'zod';
import { SourceId, ThreadId } from './id.ts';
import { Locator, WireLocator } from './locator.ts';
import { SourceType } from './source.ts';

export const SearchQuery = z.object({
  q: z.string().trim().min(1).max(1000),
  threadId: ThreadId.optional(),
  /** comma list of source ids */ sources: z.string().max(80_000).optional(),
  type: SourceType.optional(),
  limit: z.coerce.number().int().catch(20).transform((n) => Math.min(100, Math.max(1, n))),
});

export const SearchHit = z.object({
  source_id: SourceId,
  title: z.string(),
  sourceType: SourceType,
  text: z.string(),
  /** `[start, end)` character ranges of the query's words within `text` */ highlights: z.array(z.tuple([z.int(), z.int()])),
  score: z.number(),
  locator: WireLocator,
  /** the whole place, with its quote */ place: Locator,
  /** a thread that holds the source, for a deep link */ thread_url: z.string().optional(),
});
export type SearchHit = z.infer<typeof SearchHit>;
export const SearchResult = z.object({ hits: z.array(SearchHit), took_ms: z.number() });
export type SearchResult = z.infer<typeof SearchResult>;
