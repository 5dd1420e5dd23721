/**
 * The engine itself, synchronous, over one connection. Lives in a worker thread; see
 * `index-worker.ts`.
 */
import type { DatabaseSync, SQLInputValue, SQLOutputValue, StatementSync } from 'node:sqlite';
import { z } from 'zod';
import { SourceId, type UserId } from '#core/contract/id.ts';
import type { Locator } from '#core/contract/locator.ts';
import type { SourceType } from '#core/contract/source.ts';
import { analyse, isDense, tokenPlaces, type Token } from '../text/analysis.ts';
import type { Chunk, IndexedSource, IndexHit, IndexQuery, PassagePiece } from '../contract.ts';
import { excerpt } from '../text/excerpt.ts';
import { reciprocalRankFusion } from './reciprocal-rank-fusion.ts';
import { highlights, highlightsOfTerms, occurrences } from '../text/highlight.ts';
import { baseLanguage } from '../text/languages.ts';
import { parseQuery } from '../text/query.ts';
import type { Range } from './candidates.ts';
import { Dictionary } from './dictionary.ts';
import { Finder, type Ranked } from './finder.ts';
import { identity, isDamaged, openIndexFile, type Identity } from './layout.ts';
import { Passages } from './passages.ts';
import { Recent } from './recent.ts';
import { warmUpQuestion } from './warm-up-question.ts';
import { SegmentReader, type Statements } from './segments.ts';
import { Words } from './words.ts';
import { Vectors, type PassagePlace } from './vectors.ts';

const MAX_LANGUAGES = 16;
/** Candidates of a phrase search that are read at most while checking the exact words. */
const MAX_CHECKED = 2000;
/** Of each list that is fused, so many at least. */
const FUSED = 100;

/**
 * As this layout wrote it, in the order of `COLUMNS`; a file that was damaged since is found out by
 * SQLite.
 */
type HitRow = [
  chunkId: string,
  sourceId: SourceId,
  sourceType: SourceType,
  title: string,
  language: string,
  heading: string,
  text: string,
  locator: string,
  pieces: string,
  ordinal: number,
];
interface Passage {
  hit: Omit<IndexHit, 'score' | 'highlights'>;
  language: string;
  /** of its tokens, once they were asked for */
  places?: Int32Array | undefined;
}
const COLUMNS =
  'c.chunk_id, s.source_id, s.source_type, s.title, s.language, c.heading, c.text, c.locator, c.pieces, c.ordinal';
/** Characters of the passages kept between questions. */
const MAX_KEPT_TEXT = 2 ** 22;
/** What a place weighs beside them, about. */
const PIECE_SIZE = 500;
/** Owners whose languages are kept. */
const MAX_OWNERS = 256;
const HeldRow = z.object({ sourceId: SourceId, version: z.number(), chunks: z.number() });

export class IndexStore {
  readonly #file: string;
  readonly #extension: string;
  #db: DatabaseSync;
  #vectors: Vectors;
  #identity: Identity | undefined;
  #statements = new Map<string, StatementSync>();
  #ofRows = new Map<string, StatementSync>();
  #passages: Passages;
  #dictionary: Dictionary;
  #finder: Finder;
  #epoch = 0;
  /** Of the connection's file as it was last read; undefined after a write of its own. */
  #version: number | undefined;
  #kept = new Recent<Passage>(
    MAX_KEPT_TEXT,
    ({ hit }) => hit.text.length + hit.heading.length + PIECE_SIZE * (1 + hit.pieces.length),
  );
  #spoken = new Map<string, string[]>();

  /** `extension`: where sqlite-vec is. */
  constructor(file: string, extension: string) {
    this.#file = file;
    this.#extension = extension;
    this.#db = openIndexFile(file);
    ({
      vectors: this.#vectors,
      dictionary: this.#dictionary,
      passages: this.#passages,
      finder: this.#finder,
    } = this.#parts());
    this.#identity = identity(file);
  }

  replace(source: IndexedSource, chunks: readonly Chunk[]): void {
    this.#write(() => {
      this.#remove(source.sourceId);
      this.#insert(
        this.#add(source),
        source,
        chunks.map((chunk, at) => ({ ...chunk, ordinal: at })),
      );
    });
  }

  append(source: IndexedSource, chunks: readonly Chunk[]): void {
    this.#write(() => {
      const held = this.#prepare('SELECT id FROM sources WHERE source_id = ? AND version = ?').get(
        source.sourceId,
        source.version,
      );
      if (!held) this.#remove(source.sourceId);
      const id = held ? Number(held['id']) : this.#add(source);
      this.#passages.remove(
        source.ownerId,
        id,
        chunks.map((it) => it.ordinal),
      );
      this.#insert(id, source, chunks);
    });
  }

  remove(sourceId: SourceId): void {
    this.#write(() => {
      this.#remove(sourceId);
    });
  }

  search(query: IndexQuery): IndexHit[] {
    // One snapshot for all that is read: else a source that is replaced meanwhile could be seen
    // half and half.
    this.#run('BEGIN');
    try {
      this.#knowState();
      const hits = query.vectors?.length ? this.#fused(query) : this.#byWords(query);
      return hits.map((hit) => excerpt(hit, query.mostText));
    } finally {
      this.#run('COMMIT');
    }
  }

  /** Asks the question of this turn; false when none is left. */
  rehearse(turn: number): boolean {
    const question = warmUpQuestion({ rows: (sql, ...values) => this.#rows(sql, values) }, turn);
    if (question) this.search({ ...question, limit: 10, match: 'any' });
    return question !== undefined;
  }

  #fused(query: IndexQuery): IndexHit[] {
    const limit = limitOf(query);
    const near = this.#vectors.nearest(query, Math.max(limit, FUSED));
    const hits = new Map(
      this.#byWords({ ...query, limit: Math.max(limit, FUSED) }).map((hit) => [keyOf(hit), hit]),
    );
    const scores = reciprocalRankFusion([
      { keys: [...hits.keys()], weight: 1 },
      ...near.map((list) => ({ keys: list.map(keyOf), weight: 1 })),
    ]);
    const best = [...scores].sort((a, b) => b[1] - a[1]).slice(0, limit);
    const chosen = new Set(best.map(([key]) => key));
    for (const hit of this.#at(
      near.flat().filter((place) => chosen.has(keyOf(place)) && !hits.has(keyOf(place))),
      query,
    ))
      hits.set(keyOf(hit), hit);
    return best.flatMap(([key, score]) => {
      const hit = hits.get(key);
      return hit ? [{ ...hit, score }] : [];
    });
  }

  models(scope: { ownerId: UserId; sourceIds?: readonly SourceId[] }): string[] {
    return this.#vectors.models(scope);
  }

  /** Why passages cannot be found by their vectors here. */
  lack(): string | undefined {
    return this.#vectors.lack;
  }

  #byWords(query: IndexQuery): IndexHit[] {
    const languages = this.#languages(query);
    if (languages.length === 0) return [];
    const within = this.#within(query);
    const mode = query.match ?? 'any';
    const hits = this.#find(query, languages, within, mode);
    return hits.length === 0 && mode === 'all' ? this.#find(query, languages, within, 'any') : hits;
  }

  counts(): { sources: number; chunks: number } {
    return z
      .object({ sources: z.number(), chunks: z.number() })
      .parse(
        this.#prepare(
          'SELECT count(*) AS sources, coalesce(sum(chunks), 0) AS chunks FROM sources',
        ).get(),
      );
  }

  held(): { sourceId: SourceId; version: number; chunks: number; model?: string }[] {
    const models = this.#vectors.bySource();
    return z
      .array(HeldRow)
      .parse(
        this.#prepare(
          'SELECT source_id AS sourceId, version, chunks FROM sources ORDER BY id',
        ).all(),
      )
      .map((row) => {
        const model = models.get(row.sourceId);
        return model === undefined ? row : { ...row, model };
      });
  }

  clear(): void {
    this.#write(() => {
      this.#db.exec(
        'DELETE FROM sources; DELETE FROM languages; UPDATE state SET epoch = epoch + 1;',
      );
      this.#passages.clear();
      this.#dictionary.clear();
      this.#vectors.clear();
    });
  }

  close(): void {
    this.#statements.clear();
    this.#ofRows.clear();
    this.#db.close();
  }

  /**
   * To be called before each use: when the file was deleted or put anew under its path, goes over
   * to what is there now.
   */
  freshen(): void {
    const now = this.#identity && identity(this.#file);
    if (now && now.ino === this.#identity?.ino && now.dev === this.#identity.dev) return;
    this.#reopen();
  }

  /**
   * After a failure: true when the file turned out to be damaged and was replaced by an empty one.
   */
  mend(error: unknown): boolean {
    if (!isDamaged(error)) return false;
    this.#reopen();
    return true;
  }

  #reopen(): void {
    this.close();
    this.#db = openIndexFile(this.#file);
    ({
      vectors: this.#vectors,
      dictionary: this.#dictionary,
      passages: this.#passages,
      finder: this.#finder,
    } = this.#parts());
    this.#identity = identity(this.#file);
    this.#version = undefined;
    this.#kept.clear();
    this.#spoken.clear();
  }

  #parts() {
    const statements: Statements = {
      prepare: (sql) => this.#prepare(sql),
      rows: (sql, ...values) => this.#rows(sql, values),
      run: (sql, ...values) => this.#run(sql, ...values),
    };
    const dictionary = new Dictionary(statements);
    return {
      vectors: new Vectors(this.#db, statements, this.#extension),
      dictionary,
      passages: new Passages(statements, dictionary),
      finder: new Finder(statements, new Words(dictionary, new SegmentReader(statements))),
    };
  }

  #scope(query: IndexQuery): { sql: string; values: SQLInputValue[] } {
    const values: SQLInputValue[] = [query.ownerId];
    let sql = 'owner_id = ?';
    if (query.sourceType) {
      sql += ' AND source_type = ?';
      values.push(query.sourceType);
    }
    if (query.sourceIds) {
      sql += ' AND source_id IN (SELECT value FROM json_each(?))';
      values.push(JSON.stringify(query.sourceIds));
    }
    return { sql, values };
  }

  /** Languages of what is searched, the most frequent first. */
  #languages(query: IndexQuery): string[] {
    if (!query.sourceIds) return this.#languagesOf(query.ownerId);
    const { sql, values } = this.#scope(query);
    return this.#prepare(
      `SELECT language FROM sources WHERE ${sql} GROUP BY language ORDER BY sum(chunks) DESC, language LIMIT ${MAX_LANGUAGES}`,
    )
      .all(...values)
      .map((row) => String(row['language']));
  }

  #languagesOf(ownerId: UserId): string[] {
    let spoken = this.#spoken.get(ownerId);
    if (!spoken) {
      spoken = this.#prepare(
        `SELECT language FROM languages WHERE owner_id = ? AND sources > 0 ORDER BY sources DESC, language LIMIT ${MAX_LANGUAGES}`,
      )
        .all(ownerId)
        .map((row) => String(row['language']));
      if (this.#spoken.size >= MAX_OWNERS) this.#spoken.clear();
      this.#spoken.set(ownerId, spoken);
    }
    return spoken;
  }

  /** The passages of the sources asked for; undefined for all. */
  #within(query: IndexQuery): Range[] | undefined {
    if (!query.sourceIds && !query.sourceType) return undefined;
    const { sql, values } = this.#scope(query);
    return this.#prepare(
      `SELECT first, last FROM extents WHERE source IN (SELECT id FROM sources WHERE ${sql}) ORDER BY first`,
    )
      .all(...values)
      .map((row): Range => [Number(row['first']), Number(row['last'])]);
  }

  #find(
    query: IndexQuery,
    languages: string[],
    within: Range[] | undefined,
    mode: 'all' | 'any',
  ): IndexHit[] {
    const parsed = parseQuery(query.text, languages, mode);
    const exact = mode === 'all' && parsed.phrases.length > 0;
    const limit = limitOf(query);
    const { ranked, other, standing, textTerms } = this.#finder.find(
      query.ownerId,
      parsed,
      mode,
      exact ? MAX_CHECKED : limit,
      within,
    );
    const wholeWords =
      !exact &&
      !parsed.words.some((it) => it.prefix) &&
      !parsed.phrases.some(({ forms }) => forms.some(isDense));
    const quoted = wholeWords
      ? parsed.phrases.map(({ forms, variants }) => ({
          forms,
          begins: new Set(variants.flatMap((row) => this.#dictionary.find(row[0] ?? '') ?? [])),
        }))
      : [];
    let known: Set<string> | undefined;
    const hits: IndexHit[] = [];
    if (!exact) this.#gather(ranked.slice(0, limit));
    for (const { doc, score } of ranked) {
      if (hits.length === limit) break;
      const passage = this.#passage(doc);
      const places = wholeWords ? placesOf(passage, textTerms(doc).length) : undefined;
      if (places) {
        hits.push(
          hitOf(
            passage,
            score,
            highlightsOfTerms(passage.hit.text, places, textTerms(doc), standing, quoted),
          ),
        );
        continue;
      }
      const tokens = analyse(passage.hit.text, passage.language);
      if (exact && !parsed.phrases.every(({ forms }) => holds(tokens, passage, forms))) continue;
      known ??= new Set([...other].flatMap((term) => this.#dictionary.term(term) ?? []));
      hits.push(hitOf(passage, score, highlights(tokens, parsed, known)));
    }
    return hits;
  }

  #passage(doc: number): Passage {
    let passage = this.#kept.get(doc);
    if (!passage)
      this.#kept.set(
        doc,
        (passage = passageOf(
          this.#rows(
            `SELECT ${COLUMNS} FROM chunks c JOIN sources s ON s.id = c.source WHERE c.doc = ?`,
            [doc],
          )[0],
        )),
      );
    return passage;
  }

  /** Reads at once what `#passage` will be asked for. */
  #gather(ranked: readonly Ranked[]): void {
    const missing = ranked
      .filter(({ doc }) => this.#kept.get(doc) === undefined)
      .map((it) => it.doc);
    if (missing.length === 0) return;
    const rows = this.#rows(
      `SELECT ${COLUMNS}, c.doc FROM chunks c JOIN sources s ON s.id = c.source WHERE c.doc IN (SELECT value FROM json_each(?))`,
      [JSON.stringify(missing)],
    );
    for (const row of rows) this.#kept.set(Number(row.at(-1)), passageOf(row));
  }

  /** Passages by their places, with what they have of the query's words. */
  #at(places: readonly PassagePlace[], query: IndexQuery): IndexHit[] {
    return places.flatMap(({ sourceId, ordinal }) => {
      const [raw] = this.#rows(
        `SELECT ${COLUMNS} FROM sources s JOIN chunks c ON c.source = s.id WHERE c.ordinal = ? AND s.source_id = ?`,
        [ordinal, sourceId],
      );
      if (!raw) return [];
      const passage = passageOf(raw);
      return [
        hitOf(
          passage,
          0,
          highlights(
            analyse(passage.hit.text, passage.language),
            parseQuery(query.text, [passage.language], 'any'),
            new Set(),
          ),
        ),
      ];
    });
  }

  #add(source: IndexedSource): number {
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

  #insert(id: number, source: IndexedSource, chunks: readonly Chunk[]): void {
    this.#passages.add(id, source, chunks);
    this.#vectors.put(source, chunks);
    this.#run(
      'UPDATE sources SET chunks = (SELECT count(*) FROM chunks WHERE source = ?1) WHERE id = ?1',
      id,
    );
  }

  #remove(sourceId: SourceId): void {
    const row = this.#prepare(
      'DELETE FROM sources WHERE source_id = ? RETURNING id, owner_id, language',
    ).get(sourceId);
    if (!row) return;
    this.#passages.remove(String(row['owner_id']), Number(row['id']));
    this.#run(
      'UPDATE languages SET sources = sources - 1 WHERE owner_id = ? AND language = ?',
      String(row['owner_id']),
      String(row['language']),
    );
    this.#vectors.remove(sourceId);
  }

  /**
   * What was read before holds until something is written, here or by another process; the numbers
   * of terms until the index is cleared.
   */
  #knowState(): void {
    const version = Number(this.#prepare('PRAGMA data_version').get()?.['data_version']);
    if (version === this.#version) return;
    this.#version = version;
    this.#finder.forget();
    this.#kept.clear();
    this.#spoken.clear();
    const epoch = Number(this.#prepare('SELECT epoch FROM state').get()?.['epoch']);
    if (epoch === this.#epoch) return;
    this.#epoch = epoch;
    this.#dictionary.forget();
  }

  #write(change: () => void): void {
    this.#db.exec('BEGIN IMMEDIATE');
    try {
      this.#version = undefined;
      this.#knowState();
      change();
      this.#version = undefined;
      this.#db.exec('COMMIT');
    } catch (error) {
      this.#dictionary.forget();
      if (this.#db.isTransaction) this.#db.exec('ROLLBACK');
      throw error;
    }
  }

  #run(sql: string, ...values: SQLInputValue[]) {
    return this.#prepare(sql).run(...values);
  }

  #rows(sql: string, values: SQLInputValue[]): SQLOutputValue[][] {
    let statement = this.#ofRows.get(sql);
    if (!statement) {
      this.#ofRows.set(sql, (statement = this.#db.prepare(sql)));
      statement.setReturnArrays(true);
    }
    return statement.all(...values) as unknown[] as SQLOutputValue[][];
  }

  #prepare(sql: string): StatementSync {
    let statement = this.#statements.get(sql);
    if (!statement) this.#statements.set(sql, (statement = this.#db.prepare(sql)));
    return statement;
  }
}

const limitOf = ({ limit }: IndexQuery): number => Math.min(200, Math.max(1, Math.trunc(limit)));
const keyOf = ({ sourceId, ordinal }: { sourceId: SourceId; ordinal?: number }): string =>
  `${sourceId} ${ordinal}`;

function passageOf(row: unknown): Passage {
  const [chunkId, sourceId, sourceType, title, language, heading, text, locator, pieces, ordinal] =
    row as HitRow;
  return {
    language,
    hit: {
      chunkId,
      sourceId,
      sourceType,
      title,
      heading,
      text,
      locator: JSON.parse(locator) as Locator,
      pieces: JSON.parse(pieces) as PassagePiece[],
      ordinal,
    },
  };
}

const hitOf = ({ hit }: Passage, score: number, found: [number, number][]): IndexHit => ({
  ...hit,
  score,
  highlights: found,
});

const placesOf = (passage: Passage, tokens: number): Int32Array | undefined =>
  passage.places?.length === 2 * tokens
    ? passage.places
    : (passage.places = tokenPlaces(passage.hit.text, tokens));

/** The exact words in a row, in the passage, its headings or its title. */
function holds(
  tokens: readonly Token[],
  { hit, language }: Passage,
  forms: readonly string[],
): boolean {
  return (
    occurrences(tokens, forms).length > 0 ||
    occurrences(analyse(hit.heading, language), forms).length > 0 ||
    occurrences(analyse(hit.title, language), forms).length > 0
  );
}
