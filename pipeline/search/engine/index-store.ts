/**
 * The engine over one connection, synchronous. It runs in a worker thread: see `index-worker.ts`.
 */
import type { SourceId, UserId } from '#core/contract/id.ts';
import type { Chunk, EmbeddedQuery, IndexedSource, IndexHit, NewIndexEntry } from '../contract.ts';
import { Connection } from './connection.ts';
import { Dictionary } from './dictionary.ts';
import { HybridSearch } from './hybrid-search.ts';
import { assertUndamaged, endFilling, isDamaged, isFilling, startFilling } from './index-file.ts';
import { LexicalSearch } from './lexical-search.ts';
import { PassageReader } from './passage-reader.ts';
import { PassageWriter, type NewPassagesOfSource } from './passage-writer.ts';
import { SegmentReader } from './segment-reader.ts';
import { SourceTable } from './source-table.ts';
import { TermResolver } from './term-resolver.ts';
import { Vectors } from './vectors.ts';
import { warmUpQuestion } from './warm-up-question.ts';

interface Parts {
  sources: SourceTable;
  dictionary: Dictionary;
  writer: PassageWriter;
  passages: PassageReader;
  lexical: LexicalSearch;
  vectors: Vectors;
  search: HybridSearch;
}

export class IndexStore {
  readonly #extension: string;
  readonly #connection: Connection;
  #parts: Parts;
  /** `state.epoch` as last read: the caches of term ids are of this epoch */
  #epoch = 0;
  /** `PRAGMA data_version` as last read; undefined after a write of this connection */
  #dataVersion: number | undefined;

  /** `extension`: path of sqlite-vec. */
  constructor(file: string, extension: string) {
    this.#extension = extension;
    this.#connection = new Connection(file);
    this.#parts = createParts(this.#connection, extension);
  }

  replace(source: IndexedSource<string>, chunks: readonly Chunk[]): void {
    this.replaceMany([{ source, chunks }]);
  }

  replaceMany(entries: readonly NewIndexEntry<string>[]): void {
    const owners = Map.groupBy(entries, (it) => it.source.ownerId);
    this.#write(() => {
      this.#remove(entries.map((it) => it.source.sourceId));
      for (const some of owners.values())
        this.#insert(
          some.map(({ source, chunks }) => ({
            id: this.#parts.sources.add(source),
            source,
            chunks: chunks.map((chunk, at) => ({ ...chunk, ordinal: at })),
          })),
        );
    });
  }

  append(source: IndexedSource<string>, chunks: readonly Chunk[]): void {
    this.#write(() => {
      const { sources, writer } = this.#parts;
      const existing = sources.find(source.sourceId, source.version);
      if (existing === undefined) this.#remove([source.sourceId]);
      const id = existing ?? sources.add(source);
      writer.removeOrdinals(
        source.ownerId,
        id,
        chunks.map((it) => it.ordinal),
      );
      this.#insert([{ id, source, chunks }]);
    });
  }

  remove(sourceIds: readonly SourceId[]): void {
    this.#write(() => {
      this.#remove(sourceIds);
    });
  }

  search(query: EmbeddedQuery<string>): IndexHit<string>[] {
    // One read transaction, so that a source that is being replaced is seen before or after, not
    // in between.
    this.#connection.run('BEGIN');
    try {
      this.#dropStaleCaches();
      return this.#parts.search.search(query);
    } finally {
      this.#connection.run('COMMIT');
    }
  }

  /** Runs the warm-up question for this turn; returns false if none is left. */
  warmUp(turn: number): boolean {
    const question = warmUpQuestion(this.#connection, turn);
    if (question) this.search({ ...question, limit: 10, match: 'any' });
    return question !== undefined;
  }

  models(scope: { ownerId: UserId; sourceIds?: readonly SourceId[] }): string[] {
    return this.#parts.vectors.models(scope);
  }

  /** Why passages cannot be found by vectors here. */
  unavailableReason(): string | undefined {
    return this.#parts.vectors.unavailableReason;
  }

  counts(): { sources: number; chunks: number } {
    return this.#parts.sources.counts();
  }

  held(): { sourceId: SourceId; version: number; chunks: number; model?: string }[] {
    const models = this.#parts.vectors.modelsBySource();
    return this.#parts.sources.held().map((row) => {
      const model = models.get(row.sourceId);
      return model === undefined ? row : { ...row, model };
    });
  }

  clear(): void {
    this.#write(() => {
      const { sources, writer, dictionary, vectors } = this.#parts;
      sources.clear();
      writer.clear();
      dictionary.clear();
      vectors.clear();
      this.#connection.run('UPDATE state SET epoch = epoch + 1');
      startFilling(this.#connection.database);
    });
  }

  /** Checks every page. Returns the number under which `endFilling` knows this file's content. */
  verify(): number {
    assertUndamaged(this.#connection.database);
    return this.#storedEpoch();
  }

  isFilling(): boolean {
    return isFilling(this.#connection.database);
  }

  /** How many sources of the owner the file holds; undefined if it holds all. */
  filledSources(ownerId: UserId): number | undefined {
    return this.isFilling() ? this.#parts.sources.countOf(ownerId) : undefined;
  }

  /** Does nothing if the file was replaced or cleared since `verify`. */
  endFilling(epoch: number): void {
    this.#write(() => {
      if (this.#storedEpoch() === epoch) endFilling(this.#connection.database);
    });
  }

  close(): void {
    this.#connection.close();
  }

  /** Reopens a file that was deleted or replaced under its path. Call it before each use. */
  reopenIfReplaced(): boolean {
    if (!this.#connection.isReplaced) return false;
    this.#connection.reopen();
    this.#openParts();
    return true;
  }

  /** After an error: true if the file was damaged, and was replaced by an empty one. */
  recoverFrom(error: unknown): boolean {
    const isDecoding = !(error instanceof Error && 'errcode' in error);
    if (!isDamaged(error) && !(isDecoding && this.#hasDamagedPages())) return false;
    this.#connection.replace();
    this.#openParts();
    return true;
  }

  #hasDamagedPages(): boolean {
    try {
      assertUndamaged(this.#connection.database);
      return false;
    } catch (error) {
      return isDamaged(error);
    }
  }

  #openParts(): void {
    this.#parts = createParts(this.#connection, this.#extension);
    this.#dataVersion = undefined;
  }

  #insert(entries: readonly NewPassagesOfSource[]): void {
    this.#parts.writer.add(entries);
    for (const { id, source, chunks } of entries) {
      this.#parts.vectors.put(source, chunks);
      this.#parts.sources.recountChunks(id);
    }
  }

  #remove(sourceIds: readonly SourceId[]): void {
    const { sources, writer, vectors } = this.#parts;
    const removed = sourceIds.flatMap((sourceId) => {
      const row = sources.remove(sourceId);
      if (row) vectors.remove(sourceId);
      return row ?? [];
    });
    for (const [ownerId, rows] of Map.groupBy(removed, (it) => it.ownerId))
      writer.remove(
        ownerId,
        rows.map((it) => it.id),
      );
  }

  /**
   * Caches hold until anything is written, here or by another process; term ids hold until the
   * index is cleared.
   */
  #dropStaleCaches(): void {
    const version = this.#connection.dataVersion();
    if (version === this.#dataVersion) return;
    this.#dataVersion = version;
    const { sources, dictionary, passages, lexical } = this.#parts;
    lexical.clearCaches();
    passages.clearCache();
    sources.clearCache();
    const epoch = this.#storedEpoch();
    if (epoch === this.#epoch) return;
    this.#epoch = epoch;
    dictionary.clearCache();
  }

  #storedEpoch(): number {
    return Number(this.#connection.prepare('SELECT epoch FROM state').get()?.['epoch']);
  }

  #write(change: () => void): void {
    const { database } = this.#connection;
    database.exec('BEGIN IMMEDIATE');
    try {
      this.#dataVersion = undefined;
      this.#dropStaleCaches();
      change();
      this.#dataVersion = undefined;
      database.exec('COMMIT');
    } catch (error) {
      // It may contain term ids that were rolled back.
      this.#parts.dictionary.clearCache();
      if (database.isTransaction) database.exec('ROLLBACK');
      throw error;
    }
  }
}

function createParts(connection: Connection, extension: string): Parts {
  const dictionary = new Dictionary(connection);
  const parts = {
    sources: new SourceTable(connection),
    dictionary,
    writer: new PassageWriter(connection, dictionary),
    passages: new PassageReader(connection),
    lexical: new LexicalSearch(
      connection,
      new TermResolver(dictionary, new SegmentReader(connection)),
    ),
    vectors: new Vectors(connection.database, connection, extension),
  };
  return { ...parts, search: new HybridSearch(parts) };
}
