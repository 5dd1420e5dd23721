import type { SQLInputValue } from 'node:sqlite';
import type { SourceId, UserId } from '#core/contract/id.ts';
import type { EmbeddedQuery, IndexedSource } from '../contract.ts';
import { baseLanguage } from '../text/languages.ts';
import type { DocRange } from './accumulator.ts';
import type { Statements } from './statements.ts';

const MAX_LANGUAGES = 16;
const MAX_CACHED_OWNERS = 256;

/** The indexed sources, and the languages of each owner. */
export class SourceTable {
  readonly #prepare: Statements['prepare'];
  readonly #run: Statements['run'];
  #languagesByOwner = new Map<string, string[]>();

  constructor({ prepare, run }: Pick<Statements, 'prepare' | 'run'>) {
    this.#prepare = prepare;
    this.#run = run;
  }

  /** To be called after any write to the index. */
  clearCache(): void {
    this.#languagesByOwner.clear();
  }

  /** Row id of this version of a source. */
  find(sourceId: SourceId, version: number): number | undefined {
    const row = this.#prepare('SELECT id FROM sources WHERE source_id = ? AND version = ?').get(
      sourceId,
      version,
    );
    return row && Number(row['id']);
  }

  /** Returns the row id. */
  add(source: IndexedSource<string>): number {
    const language = baseLanguage(source.language);
    this.#run(
      'INSERT INTO languages (owner_id, language, sources) VALUES (?, ?, 1) ON CONFLICT DO UPDATE SET sources = sources + 1',
      source.ownerId,
      language,
    );
    return Number(
      this.#run(
        'INSERT INTO sources (source_id, owner_id, version, source_type, title, language, chunks) VALUES (?, ?, ?, ?, ?, ?, 0)',
        source.sourceId,
        source.ownerId,
        source.version,
        source.sourceType,
        source.title,
        language,
      ).lastInsertRowid,
    );
  }

  /** Returns the removed row, or undefined if there was none. */
  remove(sourceId: SourceId): { id: number; ownerId: string } | undefined {
    const row = this.#prepare(
      'DELETE FROM sources WHERE source_id = ? RETURNING id, owner_id, language',
    ).get(sourceId);
    if (!row) return undefined;
    const ownerId = String(row['owner_id']);
    this.#run(
      'UPDATE languages SET sources = sources - 1 WHERE owner_id = ? AND language = ?',
      ownerId,
      String(row['language']),
    );
    return { id: Number(row['id']), ownerId };
  }

  recountChunks(id: number): void {
    this.#run(
      'UPDATE sources SET chunks = (SELECT count(*) FROM chunks WHERE source = ?1) WHERE id = ?1',
      id,
    );
  }

  clear(): void {
    for (const table of ['sources', 'languages']) this.#run(`DELETE FROM ${table}`);
  }

  counts(): { sources: number; chunks: number } {
    const row = this.#prepare(
      'SELECT count(*) AS sources, coalesce(sum(chunks), 0) AS chunks FROM sources',
    ).get();
    return { sources: Number(row?.['sources']), chunks: Number(row?.['chunks']) };
  }

  countOf(ownerId: UserId): number {
    const row = this.#prepare('SELECT count(*) AS sources FROM sources WHERE owner_id = ?').get(
      ownerId,
    );
    return Number(row?.['sources']);
  }

  held(): { sourceId: SourceId; version: number; chunks: number }[] {
    return this.#prepare('SELECT source_id, version, chunks FROM sources ORDER BY id')
      .all()
      .map((row) => ({
        sourceId: row['source_id'] as SourceId,
        version: Number(row['version']),
        chunks: Number(row['chunks']),
      }));
  }

  /** Languages of the sources in the query's scope, the most frequent first. */
  languages(query: EmbeddedQuery<string>): string[] {
    if (!query.sourceIds) return this.#languagesOf(query.ownerId);
    const { sql, values } = scopeOf(query);
    return this.#prepare(
      `SELECT language FROM sources WHERE ${sql} GROUP BY language ORDER BY sum(chunks) DESC, language LIMIT ${MAX_LANGUAGES}`,
    )
      .all(...values)
      .map((row) => String(row['language']));
  }

  #languagesOf(ownerId: UserId): string[] {
    let languages = this.#languagesByOwner.get(ownerId);
    if (!languages) {
      languages = this.#prepare(
        `SELECT language FROM languages WHERE owner_id = ? AND sources > 0 ORDER BY sources DESC, language LIMIT ${MAX_LANGUAGES}`,
      )
        .all(ownerId)
        .map((row) => String(row['language']));
      if (this.#languagesByOwner.size >= MAX_CACHED_OWNERS) this.#languagesByOwner.clear();
      this.#languagesByOwner.set(ownerId, languages);
    }
    return languages;
  }

  /** The passages of the sources that the query names; undefined for all. */
  ranges(query: EmbeddedQuery<string>): DocRange[] | undefined {
    if (!query.sourceIds && !query.sourceType && !query.sourceTypes) return undefined;
    const { sql, values } = scopeOf(query);
    return this.#prepare(
      `SELECT first, last FROM extents WHERE source IN (SELECT id FROM sources WHERE ${sql}) ORDER BY first`,
    )
      .all(...values)
      .reduce<DocRange[]>((ranges, row) => {
        const range: DocRange = [Number(row['first']), Number(row['last'])];
        const before = ranges.at(-1);
        // One range for neighbours: many small sources are one after the other.
        if (before?.[1] === range[0] - 1) ranges[ranges.length - 1] = [before[0], range[1]];
        else ranges.push(range);
        return ranges;
      }, []);
  }
}

function scopeOf(query: EmbeddedQuery<string>): { sql: string; values: SQLInputValue[] } {
  const values: SQLInputValue[] = [query.ownerId];
  let sql = 'owner_id = ?';
  if (query.sourceType) {
    sql += ' AND source_type = ?';
    values.push(query.sourceType);
  }
  if (query.sourceTypes) {
    sql += ' AND source_type IN (SELECT value FROM json_each(?))';
    values.push(JSON.stringify(query.sourceTypes));
  }
  if (query.sourceIds) {
    sql += ' AND source_id IN (SELECT value FROM json_each(?))';
    values.push(JSON.stringify(query.sourceIds));
  }
  return { sql, values };
}
