/**
 * The manifest, the last file of a backup: every table with its row count and hash, every file with
 * its size and hash.
 */
import { z } from 'zod';

export const FORM = 1;
export const MANIFEST = 'manifest.json';
export const rowsName = (table: string): string => `rows/${table}.ndjson`;
const FILES = 'files/';
export const fileName = (key: string): string => `${FILES}${key}`;
export const keyOf = (name: string): string | undefined =>
  name.startsWith(FILES) ? name.slice(FILES.length) : undefined;
export const indexName = (name: string): string => `index/${name}`;

const count = z.int().min(0);
const Hash = z.string().regex(/^[0-9a-f]{64}$/);
export const Header = z.object({
  table: z.string(),
  columns: z
    .array(
      z.object({
        name: z.string(),
        kind: z.enum(['text', 'json', 'int', 'real', 'bool', 'time', 'bytes']),
      }),
    )
    .min(1),
});
export const Manifest = z.object({
  gloss: z.literal('backup'),
  form: z.literal(FORM),
  version: z.string(),
  createdAt: z.iso.datetime(),
  dialect: z.enum(['sqlite', 'postgres']),
  /** migrations that had run, in order */
  migrations: z.array(z.string()),
  /** referenced tables first; `hash` is of the values of the rows, the same on every database */
  tables: z.array(z.object({ name: z.string(), rows: count, hash: Hash })),
  sequences: z.record(z.string(), count),
  /** all files except this one */
  entries: z.array(z.object({ name: z.string(), size: count, sha256: Hash })),
  /** keys of files that were deleted after their row was read */
  gone: z.array(z.string()),
});
export type Manifest = z.infer<typeof Manifest>;

export interface Totals {
  tables: number;
  rows: number;
  files: number;
  bytes: number;
}
export const totalsOf = ({ tables, entries }: Manifest): Totals => {
  const files = entries.filter((it) => keyOf(it.name) !== undefined);
  return {
    tables: tables.length,
    rows: tables.reduce((sum, it) => sum + it.rows, 0),
    files: files.length,
    bytes: files.reduce((sum, it) => sum + it.size, 0),
  };
};
