import { crc32 } from 'node:zlib';
import { applyUpdate, decodeUpdate, type Doc, mergeUpdates } from 'yjs';
import type { CollabTables, Row, RowModel } from './collab-tables.ts';

type Kind = 'snapshot' | 'update';
/** A row with its table. */
export interface Part {
  kind: Kind;
  row: Row;
}
export interface Unreadable extends Part {
  reason: string;
}

/**
 * Reads all rows of a document. Reads updates first, so that updates that are compacted meanwhile
 * are read twice, which is harmless, and never missed.
 */
export async function readParts(tables: CollabTables, name: string): Promise<Part[]> {
  const updates = await readRows(tables.updates, name);
  const snapshots = await readRows(tables.snapshots, name);
  return [
    ...snapshots.map((row) => ({ kind: 'snapshot' as const, row })),
    ...updates.map((row) => ({ kind: 'update' as const, row })),
  ];
}

async function readRows(table: RowModel, name: string): Promise<Row[]> {
  const rows = await table.findAll({ where: { doc: name }, order: [['seq', 'ASC']] });
  return rows.map((row) => ({
    ...row.get(),
    seq: Number(row.get('seq')),
    crc: Number(row.get('crc')),
  }));
}

/**
 * Applies all updates in one step, so that nobody sees a partial document. Applying them one after
 * another is faster than merging first.
 */
export function applyRows(into: Doc, parts: Part[]): { good: Part[]; bad: Unreadable[] } {
  const put = (sifted: { good: Part[]; bad: Unreadable[] }) => {
    into.transact(() => {
      for (const { row } of sifted.good) applyUpdate(into, row.bytes);
    });
    return sifted;
  };
  try {
    return put(sift(parts, corruption));
  } catch {
    // Only now each row is decoded by itself, which takes as long as reading them all.
    return put(sift(parts, (row) => corruption(row) ?? malformation(row)));
  }
}

/**
 * Merges the rows without building the document; undefined if rows can't be read, or still contain
 * deleted content.
 */
export function mergeRows(parts: readonly Part[]): Uint8Array | undefined {
  const isUnusable = ({ kind, row }: Part) =>
    corruption(row) !== undefined || (kind === 'update' && hasDeletions(row));
  if (parts.length === 0 || parts.some(isUnusable)) return undefined;
  try {
    return mergeUpdates(parts.map(({ row }) => row.bytes));
  } catch {
    return undefined;
  }
}

function sift(
  parts: Part[],
  damage: (row: Row) => string | undefined,
): { good: Part[]; bad: Unreadable[] } {
  const bad: Unreadable[] = [];
  const good = parts.filter((part) => {
    const reason = damage(part.row);
    if (reason !== undefined) bad.push({ ...part, reason });
    return reason === undefined;
  });
  return { good, bad };
}

/**
 * Returns why the bytes of a row differ from those that were written; undefined if they are the
 * same.
 */
const corruption = ({ bytes, crc: expected }: Row): string | undefined =>
  crc32(bytes) === expected ? undefined : 'the bytes are not those that were written';

/**
 * An update ends in its delete set; a final zero means that it deletes nothing, because no length
 * is zero.
 */
const hasDeletions = ({ bytes }: Row): boolean => bytes.at(-1) !== 0;

function malformation({ bytes }: Row): string | undefined {
  try {
    decodeUpdate(bytes);
    return undefined;
  } catch (error) {
    return `not an update: ${error instanceof Error ? error.message : String(error)}`;
  }
}
