/** The engine itself, synchronous, over one connection. Lives in a worker thread; see `index-worker.ts`. */
import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite';
import { z } from 'zod';
import { SourceId, type UserId } from '#core/contract/id.ts';
import { Locator } from '#core/contract/locator.ts';
import { SegmentPlace } from '#core/contract/snapshot.ts';
import { SourceType } from '#core/contract/source.ts';
import { analyse, type Token } from '../analysis.ts';
import type { Chunk, IndexedSource, IndexHit, IndexQuery } from '../contract.ts';
import { fuseByRank } from '../fuse.ts';
import { highlights, occurrences } from '../highlight.ts';
import { baseLanguage } from '../languages.ts';
import { parseQuery, type ParsedQuery, type QueryWord } from '../query.ts';
import { identity, isDamaged, openIndexFile } from './layout.ts';
import { matchExpression } from './match.ts';
import { Vectors, type PassagePlace } from './vectors.ts';

/** Weights of title, headings and text in BM25; swept on the retrieval sets of `scripts/benchmarks/search.ts`. */
const WEIGHTS = '2.0, 1.5, 1.0';
const ORDINALS = 2 ** 20;
const MAX_LANGUAGES = 16;
const MAX_EXPANDED = 40;
/** Candidates of a phrase search that are read at most while checking the exact words. */
const MAX_CHECKED = 2000;
/** Of each list that is fused, so many at least. */
const FUSED = 100;

const HitRow = z.object({
  chunk_id: z.string(), source_id: SourceId, source_type: SourceType, title: z.string(), language: z.string(),
  heading: z.string(), text: z.string(), locator: z.string(), pieces: z.string(), ordinal: z.int(), score: z.number(),
});
type HitRow = z.infer<typeof HitRow>;
const Pieces = z.array(z.object({ start: z.int(), end: z.int(), from: z.int(), at: SegmentPlace }));
const HeldRow = z.object({ sourceId: SourceId, version: z.number(), chunks: z.number() });

export class IndexStore {
  readonly #file: string;
  readonly #extension: string;
  #db: DatabaseSync;
  #vectors: Vectors;
  #identity: string | undefined;
  #statements = new Map<string, StatementSync>();
  #knownWords = new Set<string>();

  /** `extension`: where sqlite-vec is. */
  constructor(file: string, extension: string) {
    this.#file = file;
    this.#extension = extension;
    this.#db = openIndexFile(file);
    this.#vectors = this.#openVectors();
    this.#identity = identity(file);
  }

  replace(source: IndexedSource, chunks: readonly Chunk[]): void {
    this.#write(() => {
      this.#remove(source.sourceId);
      this.#insert(this.#add(source), source, chunks.map((chunk, at) => ({ ...chunk, ordinal: at })));
    });
  }

  append(source: IndexedSource, chunks: readonly Chunk[]): void {
    this.#write(() => {
      const held = this.#prepare('SELECT id FROM sources WHERE source_id = ? AND version = ?').get(source.sourceId, source.version);
      if (!held) this.#remove(source.sourceId);
      const id = held ? Number(held['id']) : this.#add(source);
      for (const { ordinal } of chunks) {
        this.#run('DELETE FROM passages WHERE rowid IN (SELECT rowid FROM chunks WHERE rowid = ?)', id * ORDINALS + ordinal);
        this.#run('DELETE FROM chunks WHERE rowid = ?', id * ORDINALS + ordinal);
      }
      this.#insert(id, source, chunks);
    });
  }

  remove(sourceId: SourceId): void { this.#write(() => { this.#remove(sourceId); }); }

  search(query: IndexQuery): IndexHit[] {
    if (!query.vectors?.length) return this.#byWords(query);
    // One snapshot for both: else a source that is replaced meanwhile could be seen half and half.
    this.#db.exec('BEGIN');
    try { return this.#fused(query); } finally { this.#db.exec('COMMIT'); }
  }

  #fused(query: IndexQuery): IndexHit[] {
    const limit = limitOf(query);
    const near = this.#vectors.nearest(query, Math.max(limit, FUSED));
    const hits = new Map(this.#byWords({ ...query, limit: Math.max(limit, FUSED) }).map((hit) => [keyOf(hit), hit]));
    const scores = fuseByRank([{ keys: [...hits.keys()], weight: 1 }, ...near.map((list) => ({ keys: list.map(keyOf), weight: 1 }))]);
    const best = [...scores].sort((a, b) => b[1] - a[1]).slice(0, limit);
    const chosen = new Set(best.map(([key]) => key));
    for (const hit of this.#at(near.flat().filter((place) => chosen.has(keyOf(place)) && !hits.has(keyOf(place))), query)) hits.set(keyOf(hit), hit);
    return best.flatMap(([key, score]) => { const hit = hits.get(key); return hit ? [{ ...hit, score }] : []; });
  }

  models(scope: { ownerId: UserId; sourceIds?: readonly SourceId[] }): string[] { return this.#vectors.models(scope); }

  /** Why passages cannot be found by their vectors here. */
  lack(): string | undefined { return this.#vectors.lack; }

  #byWords(query: IndexQuery): IndexHit[] {
    const scope = this.#scope(query);
    const languages = this.#languages(scope);
    if (languages.length === 0) return [];
    const mode = query.match ?? 'any';
    const hits = this.#find(query, scope, languages, mode);
    return hits.length === 0 && mode === 'all' ? this.#find(query, scope, languages, 'any') : hits;
  }

  counts(): { sources: number; chunks: number } {
    return z.object({ sources: z.number(), chunks: z.number() }).parse(this.#prepare('SELECT count(*) AS sources, coalesce(sum(chunks), 0) AS chunks FROM sources').get());
  }

  held(): { sourceId: SourceId; version: number; chunks: number; model?: string }[] {
    const models = this.#vectors.bySource();
    return z.array(HeldRow).parse(this.#prepare('SELECT source_id AS sourceId, version, chunks FROM sources ORDER BY id').all())
      .map((row) => { const model = models.get(row.sourceId); return model === undefined ? row : { ...row, model }; });
  }

  clear(): void {
    this.#write(() => {
      this.#db.exec("INSERT INTO passages (passages) VALUES ('delete-all'); DELETE FROM chunks; DELETE FROM sources; DELETE FROM words;");
      this.#vectors.clear();
    });
    this.#knownWords.clear();
  }

  close(): void { this.#statements.clear(); this.#db.close(); }

  /** To be called before each use: when the file was deleted or put anew under its path, goes over to what is there now. */
  freshen(): void {
    if (this.#identity !== undefined && identity(this.#file) === this.#identity) return;
    this.#reopen();
  }

  /** After a failure: true when the file turned out to be damaged and was replaced by an empty one. */
  mend(error: unknown): boolean {
    if (!isDamaged(error)) return false;
    this.#reopen();
    return true;
  }

  #reopen(): void {
    this.close();
    this.#knownWords.clear();
    this.#db = openIndexFile(this.#file);
    this.#vectors = this.#openVectors();
    this.#identity = identity(this.#file);
  }

  #openVectors(): Vectors { return new Vectors(this.#db, { prepare: (sql) => this.#prepare(sql), run: (sql, ...values) => this.#run(sql, ...values) }, this.#extension); }

  #scope(query: IndexQuery): { sql: string; values: SQLInputValue[] } {
    const values: SQLInputValue[] = [query.ownerId];
    let sql = 'owner_id = ?';
    if (query.sourceType) { sql += ' AND source_type = ?'; values.push(query.sourceType); }
    if (query.sourceIds) { sql += ' AND source_id IN (SELECT value FROM json_each(?))'; values.push(JSON.stringify(query.sourceIds)); }
    return { sql, values };
  }

  /** Languages of what is searched, the most frequent first. */
  #languages(scope: { sql: string; values: SQLInputValue[] }): string[] {
    const rows = this.#prepare(`SELECT language FROM sources WHERE ${scope.sql} GROUP BY language ORDER BY sum(chunks) DESC, language LIMIT ${MAX_LANGUAGES}`).all(...scope.values);
    return rows.map((row) => String(row['language']));
  }

  #find(query: IndexQuery, scope: { sql: string; values: SQLInputValue[] }, languages: string[], mode: 'all' | 'any'): IndexHit[] {
    const parsed = parseQuery(query.text, languages, mode);
    const exact = mode === 'all' && parsed.phrases.length > 0;
    const expanded = this.#expand(parsed);
    const expression = matchExpression(parsed, mode, expanded);
    if (expression === undefined) return [];
    const limit = limitOf(query);
    const rows = this.#prepare(`
      SELECT c.chunk_id, s.source_id, s.source_type, s.title, s.language, c.heading, c.text, c.locator, c.pieces, f.passage % ${ORDINALS} AS ordinal, f.score
      FROM (SELECT rowid AS passage, -bm25(passages, ${WEIGHTS}) AS score FROM passages
            WHERE passages MATCH ? AND (rowid >> 20) IN (SELECT id FROM sources WHERE ${scope.sql})
            ORDER BY score DESC, rowid LIMIT ?) f
      JOIN chunks c ON c.rowid = f.passage JOIN sources s ON s.id = (f.passage >> 20)
      ORDER BY f.score DESC, f.passage`).iterate(expression, ...scope.values, exact ? MAX_CHECKED : limit);
    const known = new Set([...expanded.values()].flat());
    const hits: IndexHit[] = [];
    for (const raw of rows) {
      const row = HitRow.parse(raw);
      const tokens = analyse(row.text, row.language);
      if (exact && !parsed.phrases.every(({ forms }) => holds(tokens, row, forms))) continue;
      hits.push(hitOf(row, highlights(tokens, parsed, known)));
      if (hits.length === limit) break;
    }
    return hits;
  }

  /** Passages by their places, with what they have of the query's words. */
  #at(places: readonly PassagePlace[], query: IndexQuery): IndexHit[] {
    return places.flatMap(({ sourceId, ordinal }) => {
      const raw = this.#prepare(`
        SELECT c.chunk_id, s.source_id, s.source_type, s.title, s.language, c.heading, c.text, c.locator, c.pieces, ?1 AS ordinal, 0 AS score
        FROM sources s JOIN chunks c ON c.rowid = s.id * ${ORDINALS} + ?1 WHERE s.source_id = ?2`).get(ordinal, sourceId);
      if (!raw) return [];
      const row = HitRow.parse(raw);
      return [hitOf(row, highlights(analyse(row.text, row.language), parseQuery(query.text, [row.language], 'any'), new Set()))];
    });
  }

  #expand(parsed: ParsedQuery): Map<QueryWord, string[]> {
    const expanded = new Map<QueryWord, string[]>();
    for (const word of parsed.words.filter((it) => it.prefix && !it.pair)) {
      const rows = this.#prepare(`SELECT DISTINCT term FROM words WHERE form >= ?1 AND form < ?2 AND substr(term, 1, length(?1)) <> ?1 LIMIT ${MAX_EXPANDED}`)
        .all(word.form, `${word.form}\u{10ffff}`);
      expanded.set(word, rows.map((row) => String(row['term'])).filter((term) => !word.terms.includes(term)));
    }
    return expanded;
  }

  #add(source: IndexedSource): number {
    return Number(this.#run(
      'INSERT INTO sources (source_id, owner_id, version, source_type, title, language, chunks) VALUES (?, ?, ?, ?, ?, ?, 0)',
      source.sourceId, source.ownerId, source.version, source.sourceType, source.title, baseLanguage(source.language),
    ).lastInsertRowid);
  }

  #insert(id: number, source: IndexedSource, chunks: readonly Chunk[]): void {
    const language = baseLanguage(source.language);
    const title = terms(analyse(source.title, language));
    for (const chunk of chunks) {
      const rowid = id * ORDINALS + chunk.ordinal;
      const heading = chunk.heading.startsWith(source.title) ? chunk.heading.slice(source.title.length) : chunk.heading;
      const above = analyse(heading, language);
      const text = analyse(chunk.text, language);
      this.#run(
        'INSERT INTO chunks (rowid, chunk_id, heading, text, locator, pieces) VALUES (?, ?, ?, ?, ?, ?)',
        rowid, chunk.id, chunk.heading, chunk.text, JSON.stringify(chunk.locator), JSON.stringify(chunk.pieces),
      );
      this.#run('INSERT INTO passages (rowid, title, heading, text) VALUES (?, ?, ?, ?)', rowid, title, terms(above), terms(text));
      for (const token of text) this.#learn(token);
      for (const token of above) this.#learn(token);
    }
    this.#vectors.put(source, chunks);
    const from = id * ORDINALS;
    this.#run('UPDATE sources SET chunks = (SELECT count(*) FROM chunks WHERE rowid >= ? AND rowid < ?) WHERE id = ?', from, from + ORDINALS, id);
  }

  #remove(sourceId: SourceId): void {
    const row = this.#prepare('SELECT id FROM sources WHERE source_id = ?').get(sourceId);
    if (!row) return;
    const from = Number(row['id']) * ORDINALS;
    this.#run('DELETE FROM passages WHERE rowid IN (SELECT rowid FROM chunks WHERE rowid >= ? AND rowid < ?)', from, from + ORDINALS);
    this.#run('DELETE FROM chunks WHERE rowid >= ? AND rowid < ?', from, from + ORDINALS);
    this.#run('DELETE FROM sources WHERE source_id = ?', sourceId);
    this.#vectors.remove(sourceId);
  }

  #learn({ form, term, pair }: Token): void {
    if (pair || form === term) return;
    const key = `${form} ${term}`;
    if (this.#knownWords.has(key)) return;
    if (this.#knownWords.size > 500_000) this.#knownWords.clear();
    this.#knownWords.add(key);
    this.#run('INSERT OR IGNORE INTO words (form, term) VALUES (?, ?)', form, term);
  }

  #write(change: () => void): void {
    this.#db.exec('BEGIN IMMEDIATE');
    try {
      change();
      this.#db.exec('COMMIT');
    } catch (error) {
      this.#knownWords.clear();
      if (this.#db.isTransaction) this.#db.exec('ROLLBACK');
      throw error;
    }
  }

  #run(sql: string, ...values: SQLInputValue[]) {
    const statement = this.#prepare(sql);
    // FTS5 leaves its own row numbers, beyond 2^53, as the last inserted.
    statement.setReadBigInts(true);
    return statement.run(...values);
  }

  #prepare(sql: string): StatementSync {
    let statement = this.#statements.get(sql);
    if (!statement) this.#statements.set(sql, statement = this.#db.prepare(sql));
    return statement;
  }
}

const limitOf = ({ limit }: IndexQuery): number => Math.min(200, Math.max(1, Math.trunc(limit)));
const keyOf = ({ sourceId, ordinal }: { sourceId: SourceId; ordinal?: number }): string => `${sourceId} ${ordinal}`;

const hitOf = (row: HitRow, found: [number, number][]): IndexHit => ({
  chunkId: row.chunk_id, sourceId: row.source_id, sourceType: row.source_type, title: row.title, heading: row.heading, text: row.text,
  locator: Locator.parse(JSON.parse(row.locator)), pieces: Pieces.parse(JSON.parse(row.pieces)), ordinal: row.ordinal, score: row.score, highlights: found,
});

const terms = (tokens: readonly Token[]): string => tokens.map((it) => it.term).join(' ');

/** The exact words in a row, in the passage, its headings or its title. */
function holds(tokens: readonly Token[], row: { heading: string; title: string; language: string }, forms: readonly string[]): boolean {
  return occurrences(tokens, forms).length > 0
    || occurrences(analyse(row.heading, row.language), forms).length > 0
    || occurrences(analyse(row.title, row.language), forms).length > 0;
}
