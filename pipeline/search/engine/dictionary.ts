/**
 * Numbers for terms, and which terms the words of the library became. Both only grow, until the
 * index is cleared.
 */
import type { Token } from '../text/analysis.ts';
import type { Statements } from './segments.ts';

export const DICTIONARY_TABLES = `
  CREATE TABLE terms (id INTEGER PRIMARY KEY, term TEXT NOT NULL UNIQUE);
  CREATE TABLE words (form TEXT NOT NULL, term INTEGER NOT NULL, PRIMARY KEY (form, term)) WITHOUT ROWID;
`;
/**
 * A row as SQLite gives it. Taken apart by place, not by pattern: there are hundreds for each word.
 */
type Numbered = readonly [term: number, text: string];
const MAX_KNOWN = 150_000;
const LAST = '\u{10ffff}';

export class Dictionary {
  readonly #prepare: Statements['prepare'];
  readonly #rows: Statements['rows'];
  readonly #run: Statements['run'];
  #numbers = new Map<string, number>();
  /** form → a term it is known to become */
  #learned = new Map<string, number>();

  constructor({ prepare, rows, run }: Statements) {
    this.#prepare = prepare;
    this.#rows = rows;
    this.#run = run;
  }

  /** After numbers that were given out were taken back. */
  forget(): void {
    this.#numbers.clear();
    this.#learned.clear();
  }

  clear(): void {
    for (const table of ['terms', 'words']) this.#run(`DELETE FROM ${table}`);
    this.forget();
  }

  /** The number of a term of a passage, which becomes known by it. */
  learn({ term, form, pair }: Token): number {
    const id =
      this.find(term) ??
      this.#know(
        term,
        Number(this.#run('INSERT INTO terms (term) VALUES (?)', term).lastInsertRowid),
      );
    if (!pair && form !== term && this.#learned.get(form) !== id) {
      if (this.#learned.size >= MAX_KNOWN) this.#learned.clear();
      this.#learned.set(form, id);
      this.#run('INSERT OR IGNORE INTO words (form, term) VALUES (?, ?)', form, id);
    }
    return id;
  }

  find(term: string): number | undefined {
    const known = this.#numbers.get(term);
    if (known !== undefined) return known;
    const row = this.#prepare('SELECT id FROM terms WHERE term = ?').get(term);
    return row && this.#know(term, Number(row['id']));
  }

  /** For `find` to know them: all at once, in one statement. */
  meet(terms: readonly string[]): void {
    const missing = terms.filter((it) => !this.#numbers.has(it));
    if (missing.length < 2) return;
    for (const [id, term] of this.#rows(
      'SELECT id, term FROM terms WHERE term IN (SELECT value FROM json_each(?))',
      JSON.stringify(missing),
    ))
      this.#know(String(term), Number(id));
  }

  #know(term: string, id: number): number {
    if (this.#numbers.size >= MAX_KNOWN) this.#numbers.clear();
    this.#numbers.set(term, id);
    return id;
  }

  term(id: number): string | undefined {
    const row = this.#prepare('SELECT term FROM terms WHERE id = ?').get(id);
    return row && String(row['term']);
  }

  /** Terms that begin so, each with its number; of too many the shortest. */
  beginning(start: string, limit: number, longest = 64): Numbered[] {
    const begun =
      'SELECT id, term FROM terms WHERE term >= ?1 AND term < ?2 AND length(term) <= ?3';
    let rows = this.#rows(`${begun} LIMIT ?4`, start, start + LAST, longest, limit + 1);
    if (rows.length > limit)
      rows = this.#rows(
        `${begun} ORDER BY length(term) LIMIT ?4`,
        start,
        start + LAST,
        longest,
        limit,
      );
    return rows as unknown[] as Numbered[];
  }

  /** Terms of the words that begin so, the shortest words first. */
  completing(start: string, limit: number): number[] {
    return this.#rows(
      'SELECT term FROM words WHERE form >= ?1 AND form < ?2 ORDER BY length(form) LIMIT ?3',
      start,
      start + LAST,
      limit,
    ).map(([term]) => Number(term));
  }

  /**
   * Words and terms of a length and a beginning, each with the number of its term, for finding
   * those that are nearly a word.
   */
  alike(start: string, shortest: number, longest: number, limit: number): Numbered[] {
    return this.#rows(
      `
      SELECT term AS id, form FROM words WHERE form >= ?1 AND form < ?2 AND length(form) BETWEEN ?3 AND ?4
      UNION ALL SELECT id, term AS form FROM terms WHERE term >= ?1 AND term < ?2 AND length(term) BETWEEN ?3 AND ?4 LIMIT ?5`,
      start,
      start + LAST,
      shortest,
      longest,
      limit,
    ) as unknown[] as Numbered[];
  }
}
