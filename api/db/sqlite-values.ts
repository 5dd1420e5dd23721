import type { SQLInputValue } from 'node:sqlite';

export type SqliteRow = Record<string, unknown>;

export function toSql(value: unknown): SQLInputValue {
  if (value === undefined || value === null) return null;
  if (typeof value === 'boolean') return Number(value);
  if (value instanceof Date) return value.toISOString();
  if (
    typeof value === 'string' ||
    typeof value === 'number' ||
    typeof value === 'bigint' ||
    value instanceof Uint8Array
  )
    return value;
  throw new TypeError(`SQLite cannot keep a ${typeof value} without a column type`);
}

export function fromSqlRow(row: object): SqliteRow {
  const out: SqliteRow = {};
  for (const [key, value] of Object.entries(row)) out[key] = fromSql(value);
  return out;
}

/** Returns an integer as a number if that is exact, else as a string. */
function fromSql(value: unknown): unknown {
  if (typeof value === 'bigint')
    return Number.isSafeInteger(Number(value)) ? Number(value) : String(value);
  return value instanceof Uint8Array
    ? Buffer.from(value.buffer, value.byteOffset, value.byteLength)
    : value;
}
