/**
 * Numbers the terms, and maps the words of the library to the terms they were stemmed to. Both
 * tables only grow until the index is cleared.
 */
import type { Token } from '../text/analysis.ts';
import type { Statements } from './statements.ts';

export const DICTIONARY_TABLES = `
  CREATE TABLE terms (id INTEGER PRIMARY KEY, term TEXT NOT NULL UNIQUE);
  CREATE TABLE words (form TEXT NOT NULL, term INTEGER NOT NULL, PRIMARY KEY (form, term)) WITHOUT ROWID;
`;
/** A row as SQLite returns it. Read by index, which is faster than destructuring hundreds of rows. */
type TermRow = readonly [term: number, text: string];
const MAX_CACHED = 150_000;
const LAST_CHARACTER = '\u{10ffff}';

export class Dictionary {
  readonly #prepare: Statements['prepare'];
  readonly #rows: Statements['rows'];
  readonly #run: Statements['run'];
  #termIds = new Map<string, number>();
  /** word form → id of a term it was stemmed to */
  #termOfForm = new Map<string, number>();

  constructor({ prepare, rows, run }: Statements) {
    this.#prepare = prepare;
    this.#rows = rows;
    this.#run = run;
  }

  /** To be called after a rollback or when the index was cleared. */
  clearCache(): void {
    this.#termIds.clear();
    this.#termOfForm.clear();
  }

  clear(): void {
    for (const table of ['terms', 'words']) this.#run(`DELETE FROM ${table}`);
    this.clearCache();
  }

  /** Id of a passage's term; adds the term and its word form. */
  addToken({ term, form, bigram }: Token): number {
    const id =
      this.termId(term) ??
      this.#remember(
        term,
        Number(this.#run('INSERT INTO terms (term) VALUES (?)', term).lastInsertRowid),
      );
    if (!bigram && form !== term && this.#termOfForm.get(form) !== id) {
      if (this.#termOfForm.size >= MAX_CACHED) this.#termOfForm.clear();
      this.#termOfForm.set(form, id);
      this.#run('INSERT OR IGNORE INTO words (form, term) VALUES (?, ?)', form, id);
    }
    return id;
  }

  termId(term: string): number | undefined {
    const known = this.#termIds.get(term);
    if (known !== undefined) return known;
    const row = this.#prepare('SELECT id FROM terms WHERE term = ?').get(term);
    return row && this.#remember(term, Number(row['id']));
  }

  /** Reads terms into the cache of `termId` in one statement. */
  preload(terms: readonly string[]): void {
    const missing = terms.filter((it) => !this.#termIds.has(it));
    if (missing.length < 2) return;
    for (const [id, term] of this.#rows(
      'SELECT id, term FROM terms WHERE term IN (SELECT value FROM json_each(?))',
      JSON.stringify(missing),
    ))
      this.#remember(String(term), Number(id));
  }

  #remember(term: string, id: number): number {
    if (this.#termIds.size >= MAX_CACHED) this.#termIds.clear();
    this.#termIds.set(term, id);
    return id;
  }

  termText(id: number): string | undefined {
    const row = this.#prepare('SELECT term FROM terms WHERE id = ?').get(id);
    return row && String(row['term']);
  }

  /** Terms with a prefix; of more than `limit`, the shortest. */
  termsStartingWith(start: string, limit: number, longest = 64): TermRow[] {
    const begun =
      'SELECT id, term FROM terms WHERE term >= ?1 AND term < ?2 AND length(term) <= ?3';
    let rows = this.#rows(`${begun} LIMIT ?4`, start, start + LAST_CHARACTER, longest, limit + 1);
    if (rows.length > limit)
      rows = this.#rows(
        `${begun} ORDER BY length(term) LIMIT ?4`,
        start,
        start + LAST_CHARACTER,
        longest,
        limit,
      );
    return rows as unknown[] as TermRow[];
  }

  /** Terms of the words with a prefix, the shortest words first. */
  termsOfWordsStartingWith(start: string, limit: number): number[] {
    return this.#rows(
      'SELECT term FROM words WHERE form >= ?1 AND form < ?2 ORDER BY length(form) LIMIT ?3',
      start,
      start + LAST_CHARACTER,
      limit,
    ).map(([term]) => Number(term));
  }

  /** Words and terms with a prefix and length, each with its term id: for spelling correction. */
  formsStartingWith(start: string, shortest: number, longest: number, limit: number): TermRow[] {
    return this.#rows(
      `
      SELECT term AS id, form FROM words WHERE form >= ?1 AND form < ?2 AND length(form) BETWEEN ?3 AND ?4
      UNION ALL SELECT id, term AS form FROM terms WHERE term >= ?1 AND term < ?2 AND length(term) BETWEEN ?3 AND ?4 LIMIT ?5`,
      start,
      start + LAST_CHARACTER,
      shortest,
      longest,
      limit,
    ) as unknown[] as TermRow[];
  }
}
