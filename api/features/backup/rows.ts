/**
 * The rows of a database in a form that SQLite and PostgreSQL share. A row is an array in the order
 * of its table's columns: text and JSON as they are written, whole numbers, booleans, times as
 * text, bytes as base64.
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
  /** columns of the primary key, by which rows are ordered */
  key: readonly string[];
}
export type Value = string | number | boolean | null;
export type Row = readonly Value[];
/** The last number that a column of its own numbers has given, by table. */
export type Sequences = Readonly<Record<string, number>>;

/** One moment of a database: what is written meanwhile is not seen. */
export interface RowReader {
  readonly dialect: 'sqlite' | 'postgres';
  /** those that others refer to come first */
  readonly tables: readonly Table[];
  sequences(): Promise<Sequences>;
  rows(table: Table): AsyncIterable<Row>;
  close(): Promise<void>;
}
/** Fills an empty database, all of it or nothing. */
export interface RowWriter {
  readonly tables: readonly Table[];
  /** Takes out what is there. */
  clear(): Promise<void>;
  /** `columns`: the order of the values. */
  insert(table: Table, columns: readonly Column[], rows: AsyncIterable<Row>): Promise<void>;
  setSequences(sequences: Sequences): Promise<void>;
  /** Reads back what was written. */
  reader(): RowReader;
  commit(): Promise<void>;
  /** Gives up what was not committed. */
  close(): Promise<void>;
}

/** Two rows that mean the same give the same text, whichever database they were read from. */
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
/** In the order of the first list's columns. */
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

/** As Sequelize writes them on SQLite, where times are compared as text. */
export const sqliteTime = (text: string): string =>
  new Date(text).toISOString().replace('T', ' ').replace('Z', ' +00:00');

/** Those that others refer to first. A circle is left as it comes. */
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
