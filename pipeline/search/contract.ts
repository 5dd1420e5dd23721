import type { SourceId, UserId } from '#core/contract/id.ts';
import type { Locator } from '#core/contract/locator.ts';
import type { SegmentPosition } from '#core/contract/snapshot.ts';
import type { SourceType } from '#core/contract/source.ts';

/**
 * The origin of a stretch of a passage. `segment.text.slice(from, from + end - start) ===
 * passage.text.slice(start, end)`.
 */
export interface PassagePiece {
  /** `[start, end)` in the passage */
  start: number;
  end: number;
  /** offset in the segment */
  from: number;
  /** position of the segment; for a block of a page, only the lines of this part */
  at: SegmentPosition;
}
/**
 * An indexed passage. `id` is a hash of content and position, so that a passage keeps its id across
 * versions.
 */
export interface Chunk {
  id: string;
  sourceId: SourceId;
  version: number;
  /** order within the source, from 0 */
  ordinal: number;
  /** title and headings above the passage, joined by › */
  heading: string;
  text: string;
  /** position of its start */
  locator: Locator;
  /** in order, separated by a space or a line break */
  pieces: PassagePiece[];
  /**
   * unit vector of the model named by `IndexedSource.embedding`; either all passages of a source
   * have one or none do
   */
  vector?: Float32Array;
}
/** The fields of the source that the index stores with each chunk. */
export interface IndexedSource<Type extends string = SourceType> {
  sourceId: SourceId;
  ownerId: UserId;
  version: number;
  sourceType: Type;
  title: string;
  /** BCP 47 */
  language: string;
  /** the embedding model of the chunks' vectors; one per source */
  embedding?: { model: string; dimensions: number };
}
/** A question as a dense vector. One per model in use: two while a library changes models. */
export interface QueryVector {
  model: string;
  vector: Float32Array;
  /** the cosine similarity below which a passage isn't a hit for this vector */
  minSimilarity?: number;
}

/** `ownerId` is mandatory and always set by the server; `sourceIds` only narrows the scope. */
export interface IndexQuery<Type extends string = SourceType> {
  text: string;
  ownerId: UserId;
  sourceIds?: readonly SourceId[];
  sourceType?: Type;
  /** 1..200 */
  limit: number;
  /**
   * characters of a hit's text; a longer text is cut to the part around the first highlights,
   * without `pieces`. Default: complete
   */
  maxTextLength?: number;
  /** `all`: every word should be there (search box). `any`: best matching passages (questions). */
  match?: 'all' | 'any';
  /**
   * dense vectors of the text; with them, the ranks of the words and of each vector are fused
   * (reciprocal rank). Absent or empty: lexical alone
   */
  vectors?: readonly QueryVector[];
}
export interface IndexHit<Type extends string = SourceType> {
  chunkId: string;
  sourceId: SourceId;
  sourceType: Type;
  title: string;
  heading: string;
  text: string;
  locator: Locator;
  pieces: PassagePiece[];
  /** position in the source, if the engine knows it; identifies neighbours */
  ordinal?: number;
  /** greater is better; comparable only within one result */
  score: number;
  /** `[start, end)` in `text` */
  highlights: [number, number][];
}

/**
 * The index of passages. Its data is derived: `gloss reindex` rebuilds it from the library. `Type`
 * is the type of what it holds; the library's index holds sources, by kind. Every call throws
 * `Fault('unavailable')` if the engine cannot be reached.
 */
export interface SearchIndex<Type extends string = SourceType> {
  readonly engine: 'sqlite' | 'qdrant';
  /**
   * An index with the same content, searched by words only while this one is `unavailable`. Callers
   * that use it report that the search was reduced.
   */
  readonly fallback?: SearchIndex<Type>;
  /** Replaces everything the source had by these chunks, in one step. */
  replace(source: IndexedSource<Type>, chunks: readonly Chunk[]): Promise<void>;
  /**
   * Adds passages to a source that is still being processed; a passage replaces the existing one
   * with the same `ordinal`.
   */
  append(source: IndexedSource<Type>, chunks: readonly Chunk[]): Promise<void>;
  remove(sourceId: SourceId): Promise<void>;
  search(query: IndexQuery<Type>): Promise<IndexHit<Type>[]>;
  /**
   * Prepares a newly started server, so that the first question is as fast as later ones. Changes
   * no data.
   */
  warmUp?(): Promise<void>;
  /** Counts for health checks and reconciling. */
  counts(): Promise<{ sources: number; chunks: number }>;
  /** Returns the embedding models of passages within the scope; a question must be embedded by each. */
  models(scope: { ownerId: UserId; sourceIds?: readonly SourceId[] }): Promise<string[]>;
  /** Returns why vectors can't be searched, although the engine supports it; undefined if they can. */
  unavailableReason?(): Promise<string | undefined>;
  /** Lists all indexed sources for reconciling with the library; `model` is the embedding model. */
  indexedSources(): Promise<
    { sourceId: SourceId; version: number; chunks: number; model?: string }[]
  >;
  clear(): Promise<void>;
  /**
   * Checks the stored data; damaged data is dropped, and the engine starts over empty. Returns a
   * number for `endFilling`.
   */
  verify?(): Promise<number>;
  /**
   * Returns how many sources of the owner are indexed while the engine is being refilled after it
   * started over empty; undefined otherwise.
   */
  filledSources?(ownerId: UserId): Promise<number | undefined>;
  /** Marks the refill as complete, unless the engine started over since that `verify`. */
  endFilling?(verified: number): Promise<void>;
  close(): Promise<void>;
}

/** A source with all its passages. */
export interface NewIndexEntry<Type extends string = SourceType> {
  source: IndexedSource<Type>;
  chunks: readonly Chunk[];
}
/** The embedded engine, which writes many small sources in one step. */
export interface EmbeddedIndex<Type extends string = SourceType> extends SearchIndex<Type> {
  /** Like `replace`, for each of the entries. */
  replaceMany(entries: readonly NewIndexEntry<Type>[]): Promise<void>;
  removeMany(sourceIds: readonly SourceId[]): Promise<void>;
  /** `sourceTypes`: only these types; not together with `sourceType`. */
  search(query: EmbeddedQuery<Type>): Promise<IndexHit<Type>[]>;
}
export type EmbeddedQuery<Type extends string = SourceType> = IndexQuery<Type> & {
  sourceTypes?: readonly Type[];
};
