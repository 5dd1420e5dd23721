import type { SourceId, UserId } from '#core/contract/id.ts';
import type { Locator } from '#core/contract/locator.ts';
import type { SegmentPosition } from '#core/contract/snapshot.ts';
import type { SourceType } from '#core/contract/source.ts';

/**
 * Where a stretch of a passage comes from. `segment.text.slice(from, from + end - start) ===
 * passage.text.slice(start, end)`.
 */
export interface PassagePiece {
  /** `[start, end)` in the passage */
  start: number;
  end: number;
  /** where it begins in its segment */
  from: number;
  /** the segment's place; of a page's block, the lines of this stretch alone */
  at: SegmentPosition;
}
/**
 * A passage as it is indexed. `id` is a hash of content and place, so the same passage keeps its id
 * over versions.
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
  /** where it begins */
  locator: Locator;
  /** in order; what lies between them is a blank or a line break */
  pieces: PassagePiece[];
  /**
   * of length 1, by the model that `IndexedSource.embedding` names; a source has one for every
   * passage or for none
   */
  vector?: Float32Array;
}
/** What the index keeps of the source beside each chunk. */
export interface IndexedSource<Type extends string = SourceType> {
  sourceId: SourceId;
  ownerId: UserId;
  version: number;
  sourceType: Type;
  title: string;
  /** BCP 47 */
  language: string;
  /** by which model the chunks' vectors were made; all of a source by one */
  embedding?: { model: string; dimensions: number };
}
/**
 * A question as a dense vector, once per model that still serves: while a library goes over to
 * another model there are two.
 */
export interface QueryVector {
  model: string;
  vector: Float32Array;
  /** the cosine below which a passage is not like it at all, and is no hit by this vector */
  minSimilarity?: number;
}

/**
 * `ownerId` is mandatory and always put there by the server; `sourceIds` narrows further and never
 * widens.
 */
export interface IndexQuery<Type extends string = SourceType> {
  text: string;
  ownerId: UserId;
  sourceIds?: readonly SourceId[];
  sourceType?: Type;
  /** 1..200 */
  limit: number;
  /**
   * characters of a hit's text; of a longer one the part around the first words that were found,
   * without `pieces`. Default: all of it
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
  /** order within the source, where the engine knows it: by it neighbours are told */
  ordinal?: number;
  /** greater is better; comparable within one answer only */
  score: number;
  /** `[start, end)` in `text` */
  highlights: [number, number][];
}

/**
 * The index of passages. Derived data: `library` can rebuild it whole (`gloss reindex`). `Type`: of
 * what it holds; the index of the library holds sources, by their kinds.
 * Failure: any call throws `Fault('unavailable')` when the engine cannot be reached.
 */
export interface SearchIndex<Type extends string = SourceType> {
  readonly engine: 'sqlite' | 'qdrant';
  /**
   * Holds the same, to be searched by words alone while this one is `unavailable`; whoever does so
   * says that the search was reduced.
   */
  readonly fallback?: SearchIndex<Type>;
  /** Replaces everything the source had by these chunks, in one step. */
  replace(source: IndexedSource<Type>, chunks: readonly Chunk[]): Promise<void>;
  /**
   * Adds to what the source has, for one that is still being read; a passage with the `ordinal` of
   * one that is there takes its place.
   */
  append(source: IndexedSource<Type>, chunks: readonly Chunk[]): Promise<void>;
  remove(sourceId: SourceId): Promise<void>;
  search(query: IndexQuery<Type>): Promise<IndexHit<Type>[]>;
  /**
   * Makes ready for questions, so that the first is answered as soon as those after it; for a
   * server that has just begun. Changes nothing.
   */
  warmUp?(): Promise<void>;
  /** For health and reconcile. */
  counts(): Promise<{ sources: number; chunks: number }>;
  /**
   * The models by which passages within the scope were embedded: a question has to be embedded by
   * each.
   */
  models(scope: { ownerId: UserId; sourceIds?: readonly SourceId[] }): Promise<string[]>;
  /**
   * Why passages cannot be found by vectors here, though the engine could; undefined when all is
   * well.
   */
  unavailableReason?(): Promise<string | undefined>;
  /** Everything held, for reconciling with the library; `model` by which it was embedded. */
  held(): Promise<{ sourceId: SourceId; version: number; chunks: number; model?: string }[]>;
  clear(): Promise<void>;
  close(): Promise<void>;
}
