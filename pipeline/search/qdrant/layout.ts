/**
 * Layout in Qdrant: one collection of passages, and one point per source that names the current
 * edition of its passages.
 */
import { v5 as uuidv5 } from 'uuid';
import { z } from 'zod';
import { SourceId, UserId } from '#core/contract/id.ts';
import { Locator } from '#core/contract/locator.ts';
import { SegmentPosition } from '#core/contract/snapshot.ts';
import { SourceType } from '#core/contract/source.ts';
import { sha256 } from '#config/sha256.ts';
import type { Chunk, IndexedSource } from '../contract.ts';

/**
 * Raise this with any change to the points or to the text analysis: the next start then fills a new
 * collection from the library.
 */
const LAYOUT = 1;
export const COLLECTION = `gloss_${LAYOUT}`;
/** The sparse vector of every passage. */
export const WORDS = 'words';

/**
 * Each search covers one owner, so graphs of dense vectors are built per owner (`m: 0`,
 * `payload_m`). Qdrant computes document frequencies (`idf`) within the owner's passages.
 */
export const COLLECTION_PARAMS = {
  vectors: {},
  sparse_vectors: { [WORDS]: { modifier: 'idf' } },
  hnsw_config: { m: 0, payload_m: 16 },
} as const;
export const PAYLOAD_INDEXES = {
  owner: { type: 'uuid', is_tenant: true },
  source: { type: 'uuid', enable_hnsw: false },
  kind: { type: 'keyword', enable_hnsw: false },
  edition: { type: 'keyword', enable_hnsw: false },
  version: { type: 'integer', lookup: true, range: false, enable_hnsw: false },
  type: { type: 'keyword', enable_hnsw: false },
  language: { type: 'keyword', enable_hnsw: false },
  model: { type: 'keyword', enable_hnsw: false },
  words: { type: 'keyword', prefix: true, enable_hnsw: false },
} as const;

/**
 * The head of a source. `edition`: the edition whose passages count; searches ignore all others.
 */
export const Head = z.object({
  kind: z.literal('source'),
  source: SourceId,
  owner: UserId,
  version: z.int(),
  edition: z.string(),
  type: SourceType,
  title: z.string(),
  language: z.string(),
  model: z.string().optional(),
});
export type Head = z.infer<typeof Head>;
/** `words`: all distinct terms and forms of text, headings and title. */
export const Passage = z.object({
  kind: z.literal('passage'),
  source: SourceId,
  owner: UserId,
  version: z.int(),
  edition: z.string(),
  type: SourceType,
  language: z.string(),
  words: z.array(z.string()),
  ordinal: z.int(),
  chunk: z.string(),
  heading: z.string(),
  text: z.string(),
  locator: Locator,
  pieces: z.array(z.object({ start: z.int(), end: z.int(), from: z.int(), at: SegmentPosition })),
});
export type Passage = z.infer<typeof Passage>;

const POINTS = 'b7d3f0d2-6e0f-5a57-9c1c-2f1f5f3a8d10';
export const headId = (source: SourceId): string => uuidv5(source, POINTS);
export const passageId = (edition: string, ordinal: number): string =>
  uuidv5(`${edition}#${ordinal}`, POINTS);

const digest = (of: unknown): string => sha256(JSON.stringify(of)).slice(0, 24);

/**
 * The edition of a complete write: equal content gives the same edition; different content gives
 * another, with other points.
 */
export const editionOf = (source: IndexedSource, chunks: readonly Chunk[]): string =>
  `${source.sourceId}/${source.version}/${digest([source, chunks.map(({ vector: _, ...chunk }) => chunk)])}`;
/** The edition of passages that are added to a new source step by step. */
export const openEdition = ({ sourceId, version }: IndexedSource): string =>
  `${sourceId}/${version}/open`;

const Edition = z.tuple([SourceId, z.coerce.number().int(), z.string()]);
/** Parses an edition; undefined for values that Gloss didn't write. */
export function readEdition(edition: string): { sourceId: SourceId; version: number } | undefined {
  const parsed = Edition.safeParse(edition.split('/'));
  return parsed.success ? { sourceId: parsed.data[0], version: parsed.data[1] } : undefined;
}

/**
 * Qdrant accepts new vector names in an existing collection, so each model has its own vector name
 * and several models can serve at once.
 */
export const vectorName = (model: string): string => `dense_${digest(model)}`;
