/**
 * Database rows in a form that SQLite and PostgreSQL share. A row is an array in the order of its
 * table's columns: text and JSON as written, integers, booleans, times as text, bytes as base64.
 */
import { createHash } from 'node:crypto';

export type ColumnKind = 'text' | 'json' | 'int' | 'real' | 'bool' | 'time' | 'bytes';
export interface Column {
  name: string;
  kind: ColumnKind;
}
export interface Table {
  name: string;
  columns: readonly Column[];
  /** columns of the primary key, which order the rows */
  key: readonly string[];
}
export type Value = string | number | boolean | null;
export type Row = readonly Value[];
/** The last number of each autoincrement column, by table. */
export type Sequences = Readonly<Record<string, number>>;

/** Reads one snapshot of a database, without later writes. */
export interface RowReader {
  readonly dialect: 'sqlite' | 'postgres';
  /** referenced tables first */
  readonly tables: readonly Table[];
  sequences(): Promise<Sequences>;
  rows(table: Table): AsyncIterable<Row>;
  close(): Promise<void>;
}
/** Fills an empty database, completely or not at all. */
export interface RowWriter {
  readonly tables: readonly Table[];
  /** Deletes all rows. */
  clear(): Promise<void>;
  /** `columns` is the order of the values. */
  insert(table: Table, columns: readonly Column[], rows: AsyncIterable<Row>): Promise<void>;
  setSequences(sequences: Sequences): Promise<void>;
  /** Reads the written rows. */
  reader(): RowReader;
  commit(): Promise<void>;
  /** Rolls back uncommitted writes. */
  close(): Promise<void>;
}

/** Returns the same text for rows with the same values on any database. */
function canonical(columns: readonly Column[], row: Row): string {
  return JSON.stringify(
    row.map((value, at) =>
      columns[at]?.kind === 'time' && typeof value === 'string'
        ? new Date(value).toISOString()
        : value,
    ),
  );
}
export class RowHash {
  readonly #columns: readonly Column[];
  readonly #hash = createHash('sha256');
  count = 0;
  constructor(columns: readonly Column[]) {
    this.#columns = columns;
  }
  add(row: Row): void {
    this.count += 1;
    this.#hash.update(canonical(this.#columns, row)).update('\n');
  }
  digest(): string {
    return this.#hash.digest('hex');
  }
}
/** Hashes values in the order of the first columns. */
export async function hashRows(
  reader: RowReader,
  table: Table,
  columns: readonly Column[],
): Promise<{ rows: number; hash: string }> {
  const hash = new RowHash(columns);
  const at = columns.map(({ name }) => table.columns.findIndex((it) => it.name === name));
  for await (const row of reader.rows(table)) hash.add(at.map((index) => row[index] ?? null));
  return { rows: hash.count, hash: hash.digest() };
}

/** Formats times as Sequelize does on SQLite, where they are compared as text. */
export const sqliteTime = (text: string): string =>
  new Date(text).toISOString().replace('T', ' ').replace('Z', ' +00:00');

/** Sorts referenced tables first. Circular references stay in their order. */
export function parentsFirst<T extends { name: string }>(
  tables: readonly T[],
  parents: ReadonlyMap<string, ReadonlySet<string>>,
): T[] {
  const byName = new Map(tables.map((it) => [it.name, it]));
  const placed = new Set<string>();
  const sorted: T[] = [];
  const place = (table: T): void => {
    if (placed.has(table.name)) return;
    placed.add(table.name);
    for (const name of [...(parents.get(table.name) ?? [])].sort()) {
      const parent = byName.get(name);
      if (parent) place(parent);
    }
    sorted.push(table);
  };
  for (const table of tables.toSorted((a, b) => (a.name < b.name ? -1 : 1))) place(table);
  return sorted;
}
export const wholeNumber = (value: bigint | string): number | string =>
  Number.isSafeInteger(Number(value)) ? Number(value) : String(value);
