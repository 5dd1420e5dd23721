/**
 * Dense vectors of passages. Each is stored in full and as one sign bit per dimension, in separate
 * tables: a scan over the bits reads a thirtieth of the bytes, and the full vectors rescore its
 * best results. Rows are clustered by source, so that only the sources of the query are scanned.
 * sqlite-vec computes the distances. All vectors of a source are of one model; several models
 * coexist while a library changes models.
 */
import type { DatabaseSync, SQLInputValue, SQLOutputValue } from 'node:sqlite';
import type { SourceId, UserId } from '#core/contract/id.ts';
import type { Chunk, IndexedSource, IndexQuery } from '../contract.ts';
import type { Statements } from './statements.ts';

export const VECTOR_TABLES = `
  CREATE TABLE embedded (id INTEGER PRIMARY KEY AUTOINCREMENT, source_id TEXT NOT NULL UNIQUE, owner_id TEXT NOT NULL, source_type TEXT NOT NULL,
    model TEXT NOT NULL, dimensions INTEGER NOT NULL, passages INTEGER NOT NULL);
  CREATE INDEX embedded_of_owner ON embedded (owner_id, model);
  CREATE TABLE vector_bits (rowid INTEGER PRIMARY KEY, bits BLOB NOT NULL);
  CREATE TABLE vectors (rowid INTEGER PRIMARY KEY, vector BLOB NOT NULL);
`;
const ORDINALS = 2 ** 20;
/** Up to this many passages are compared by full vectors; with more, the bits select candidates first. */
const MAX_EXACT = 4_000;
/** Fewest results of a scan over the bits that are rescored. */
const MIN_CANDIDATES = 500;

export interface PassageKey {
  sourceId: SourceId;
  ordinal: number;
}
/** A row of a scan. Not validated: only this engine writes the file. */
type FoundRow = Record<string, SQLOutputValue>;

export class Vectors {
  readonly #prepare: Statements['prepare'];
  readonly #run: Statements['run'];
  /** why sqlite-vec cannot be loaded; vectors are then stored but not searched */
  readonly unavailableReason: string | undefined;

  constructor(
    db: DatabaseSync,
    { prepare, run }: Pick<Statements, 'prepare' | 'run'>,
    extension: string,
  ) {
    this.#prepare = prepare;
    this.#run = run;
    this.unavailableReason = loadExtension(db, extension);
  }

  /** Replaces the vectors of these passages; a passage without a vector loses the one it had. */
  put(
    { sourceId, ownerId, sourceType, embedding }: IndexedSource<string>,
    chunks: readonly Chunk[],
  ): void {
    const held = this.#prepare(
      'SELECT id, model, dimensions FROM embedded WHERE source_id = ?',
    ).get(sourceId);
    const isSame =
      held !== undefined &&
      held['model'] === embedding?.model &&
      held['dimensions'] === embedding?.dimensions;
    if (held && embedding && !isSame) this.remove(sourceId);
    if (!embedding && !held) return;
    const id =
      isSame || !embedding
        ? Number(held?.['id'])
        : Number(
            this.#prepare(
              'INSERT INTO embedded (source_id, owner_id, source_type, model, dimensions, passages) VALUES (?, ?, ?, ?, ?, 0) RETURNING id',
            ).get(sourceId, ownerId, sourceType, embedding.model, embedding.dimensions)?.['id'],
          );
    for (const { ordinal, vector } of chunks) {
      const rowid = id * ORDINALS + ordinal;
      if (!vector || !embedding) {
        this.#deleteRows(rowid, rowid + 1);
        continue;
      }
      if (vector.length !== embedding.dimensions)
        throw new Error(
          `a vector of ${vector.length} dimensions among those of ${embedding.dimensions}`,
        );
      this.#run(
        'INSERT OR REPLACE INTO vectors (rowid, vector) VALUES (?, ?)',
        rowid,
        vectorBytes(vector),
      );
      this.#run(
        'INSERT OR REPLACE INTO vector_bits (rowid, bits) VALUES (?, ?)',
        rowid,
        signBits(vector),
      );
    }
    this.#run(
      'UPDATE embedded SET passages = (SELECT count(*) FROM vector_bits WHERE rowid >= ?1 AND rowid < ?1 + ?2) WHERE id = ?3',
      id * ORDINALS,
      ORDINALS,
      id,
    );
  }

  remove(sourceId: SourceId): void {
    const held = this.#prepare('DELETE FROM embedded WHERE source_id = ? RETURNING id').get(
      sourceId,
    );
    if (held) this.#deleteRows(Number(held['id']) * ORDINALS, (Number(held['id']) + 1) * ORDINALS);
  }

  clear(): void {
    for (const table of ['embedded', 'vector_bits', 'vectors']) this.#run(`DELETE FROM ${table}`);
  }

  models({ ownerId, sourceIds }: { ownerId: UserId; sourceIds?: readonly SourceId[] }): string[] {
    if (this.unavailableReason !== undefined) return [];
    const { sql, values } = scopeOf({ ownerId, ...(sourceIds ? { sourceIds } : {}) });
    return this.#prepare(`SELECT DISTINCT model FROM embedded e WHERE ${sql} ORDER BY model`)
      .all(...values)
      .map((row) => String(row['model']));
  }

  modelsBySource(): Map<SourceId, string> {
    return new Map(
      this.#prepare('SELECT source_id, model FROM embedded')
        .all()
        .map((row) => [row['source_id'] as SourceId, String(row['model'])]),
    );
  }

  /** The nearest passages within the query's scope, one list per vector. */
  nearest(query: IndexQuery<string>, limit: number): PassageKey[][] {
    if (this.unavailableReason !== undefined) return [];
    return (query.vectors ?? []).map(({ model, vector, minSimilarity = -1 }) => {
      const scope = scopeOf(query);
      const sql = `${scope.sql} AND e.model = ? AND e.dimensions = ?`;
      const values = [...scope.values, model, vector.length];
      const passages = this.#prepare(
        `SELECT coalesce(sum(passages), 0) AS passages FROM embedded e WHERE ${sql}`,
      ).get(...values)?.['passages'];
      const rows =
        Number(passages) <= MAX_EXACT
          ? this.#exact(sql, values, vector, limit)
          : this.#byBits(sql, values, vector, limit);
      return rows
        .filter((row) => 1 - Number(row['distance']) >= minSimilarity)
        .map((row) => ({
          sourceId: row['source_id'] as SourceId,
          ordinal: Number(row['ordinal']),
        }));
    });
  }

  #exact(scope: string, values: SQLInputValue[], vector: Float32Array, limit: number): FoundRow[] {
    return this.#prepare(`
      SELECT e.source_id, v.rowid % ${ORDINALS} AS ordinal, vec_distance_cosine(v.vector, ?) AS distance FROM embedded e
      CROSS JOIN vectors v ON v.rowid >= e.id * ${ORDINALS} AND v.rowid < (e.id + 1) * ${ORDINALS}
      WHERE ${scope} ORDER BY distance, v.rowid LIMIT ?`).all(
      vectorBytes(vector),
      ...values,
      limit,
    );
  }

  #byBits(scope: string, values: SQLInputValue[], vector: Float32Array, limit: number): FoundRow[] {
    return this.#prepare(`
      SELECT n.source_id, n.passage % ${ORDINALS} AS ordinal, vec_distance_cosine(v.vector, ?) AS distance FROM (
        SELECT e.source_id, b.rowid AS passage FROM embedded e
        CROSS JOIN vector_bits b ON b.rowid >= e.id * ${ORDINALS} AND b.rowid < (e.id + 1) * ${ORDINALS}
        WHERE ${scope} ORDER BY vec_distance_hamming(vec_bit(b.bits), vec_bit(?)) LIMIT ?) n
      CROSS JOIN vectors v ON v.rowid = n.passage
      ORDER BY distance, v.rowid LIMIT ?`).all(
      vectorBytes(vector),
      ...values,
      signBits(vector),
      Math.max(MIN_CANDIDATES, 4 * limit),
      limit,
    );
  }

  #deleteRows(from: number, to: number): void {
    for (const table of ['vector_bits', 'vectors'])
      this.#run(`DELETE FROM ${table} WHERE rowid >= ? AND rowid < ?`, from, to);
  }
}

function loadExtension(db: DatabaseSync, extension: string): string | undefined {
  try {
    db.enableLoadExtension(true);
    db.loadExtension(extension);
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  } finally {
    db.enableLoadExtension(false);
  }
}

function scopeOf({
  ownerId,
  sourceIds,
  sourceType,
}: Pick<IndexQuery<string>, 'ownerId' | 'sourceIds' | 'sourceType'>): {
  sql: string;
  values: SQLInputValue[];
} {
  const values: SQLInputValue[] = [ownerId];
  let sql = 'e.owner_id = ?';
  if (sourceType) {
    sql += ' AND e.source_type = ?';
    values.push(sourceType);
  }
  if (sourceIds) {
    sql += ' AND e.source_id IN (SELECT value FROM json_each(?))';
    values.push(JSON.stringify(sourceIds));
  }
  return { sql, values };
}

const vectorBytes = (vector: Float32Array): Uint8Array =>
  new Uint8Array(vector.buffer, vector.byteOffset, vector.byteLength);

/** One bit per dimension: whether the value is above zero. */
function signBits(vector: Float32Array): Uint8Array {
  const bits = new Uint8Array(Math.ceil(vector.length / 8));
  for (const [at, value] of vector.entries())
    if (value > 0) bits[at >> 3] = (bits[at >> 3] ?? 0) | (1 << (at & 7));
  return bits;
}
