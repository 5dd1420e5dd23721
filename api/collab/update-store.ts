/**
 * Stores shared documents in tables. A write only adds rows, or replaces exactly the rows that it
 * compacts, so that several servers can write the same document without losing each other's
 * updates.
 */
import { crc32 } from 'node:zlib';
import { QueryTypes, type Transaction } from 'sequelize';
import type { Doc } from 'yjs';
import type { Log } from '#config/log.ts';
import type { Database } from '#pipeline/library/index.ts';
import { type CollabTables, defineTables, type Row } from './collab-tables.ts';
import { applyRows, mergeRows, type Part, readParts, type Unreadable } from './stored-rows.ts';

/** The rows of one document that its state in memory holds. */
export interface HeldRows {
  updates: number[];
  snapshots: number[];
  /** Bytes of the updates. */
  bytes: number;
  /** Bytes of the snapshots. */
  snapshotBytes: number;
}
export interface StoredDocument {
  held: HeldRows;
  /** Some row could not be read, now or earlier. */
  damaged: boolean;
}
export interface UpdateStore {
  /** Adds an update; on disk when it resolves. Returns the number of its row. */
  append(doc: string, update: Uint8Array): Promise<number>;
  /** Reads a document. Rows that cannot be read are moved to quarantine. */
  read(doc: string, into: Doc): Promise<StoredDocument>;
  /**
   * Returns the stored rows of a document without building it; undefined if rows can't be read, or
   * still contain deleted content.
   */
  asStored(doc: string): Promise<Uint8Array | undefined>;
  /** Returns whether the document has exactly these rows. */
  isAll(doc: string, held: HeldRows): Promise<boolean>;
  /** Returns a tag that changes whenever a row is added or replaced. */
  head(doc: string): Promise<string>;
  /**
   * Replaces the given rows by one snapshot. Returns the number of its row, or undefined if none of
   * the rows exists any more, for example because the document was deleted.
   */
  fold(doc: string, state: Uint8Array, held: HeldRows): Promise<number | undefined>;
  forget(doc: string): Promise<void>;
}

const asBuffer = (bytes: Uint8Array): Buffer =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);

const APPEND =
  'INSERT INTO collab_updates (doc, "update", crc, created_at) VALUES ($doc, $bytes, $crc, $at) RETURNING seq';
/** Rows deleted by one statement. */
const ROWS_PER_DELETE = 500;

export function createUpdateStore(database: Database, log: Log): UpdateStore {
  const { sequelize, write } = database;
  const tables = defineTables(sequelize);
  const { updates, snapshots, quarantine } = tables;

  return {
    // Every edit waits for this write before it is `synced`. A Sequelize model would take twice the
    // time.
    append: (name, update) =>
      write(async (transaction) => {
        const bind = {
          doc: name,
          bytes: asBuffer(update),
          crc: crc32(update),
          at: new Date().toISOString().replace('T', ' ').replace('Z', ' +00:00'),
        };
        const rows = await sequelize.query<{ seq: number }>(APPEND, {
          bind,
          transaction,
          type: QueryTypes.SELECT,
        });
        return Number(rows[0]?.seq);
      }),

    async read(name, into) {
      const { good, bad } = applyRows(into, await readParts(tables, name));
      if (bad.length > 0) {
        await write((transaction) => moveToQuarantine(tables, name, bad, transaction));
        log.error(
          { doc: name, rows: bad.map(({ kind, row, reason }) => ({ kind, seq: row.seq, reason })) },
          'Rows of a shared document cannot be read; they are kept in collab_quarantine',
        );
      }
      return {
        held: heldRows(good),
        damaged: (await quarantine.count({ where: { doc: name } })) > 0,
      };
    },

    asStored: async (name) => mergeRows(await readParts(tables, name)),

    async isAll(name, held) {
      const rows = await Promise.all(
        [updates, snapshots].map((table) =>
          table.findAll({ where: { doc: name }, attributes: ['seq'], raw: true }),
        ),
      );
      return [held.updates, held.snapshots].every((seqs, at) => {
        const stored = new Set(rows[at]?.map((row) => Number((row as unknown as Row).seq)));
        return stored.size === seqs.length && seqs.every((seq) => stored.has(seq));
      });
    },

    async head(name) {
      const latest = await Promise.all(
        [updates, snapshots].map((table) => table.max('seq', { where: { doc: name } })),
      );
      return latest.join('/');
    },

    fold: (name, state, held) =>
      write(async (transaction) => {
        let replaced = await snapshots.destroy({ where: { seq: held.snapshots }, transaction });
        for (let from = 0; from < held.updates.length; from += ROWS_PER_DELETE) {
          replaced += await updates.destroy({
            where: { seq: held.updates.slice(from, from + ROWS_PER_DELETE) },
            transaction,
          });
        }
        if (replaced === 0) return undefined;
        const row = await snapshots.create(
          { doc: name, bytes: asBuffer(state), crc: crc32(state), createdAt: new Date() },
          { transaction },
        );
        return Number(row.get('seq'));
      }),

    forget: (name) =>
      write(async (transaction) => {
        for (const table of [updates, snapshots, quarantine])
          await (table as typeof updates).destroy({ where: { doc: name }, transaction });
      }),
  };
}

async function moveToQuarantine(
  { updates, snapshots, quarantine }: CollabTables,
  name: string,
  bad: readonly Unreadable[],
  transaction: Transaction,
): Promise<void> {
  for (const { kind, row, reason } of bad) {
    await quarantine.create(
      { doc: name, kind, ofSeq: row.seq, bytes: row.bytes, reason, createdAt: new Date() },
      { transaction },
    );
    const table = kind === 'update' ? updates : snapshots;
    await table.destroy({ where: { seq: row.seq }, transaction });
  }
}

function heldRows(parts: readonly Part[]): HeldRows {
  const rowsOf = (kind: Part['kind']) =>
    parts.filter((part) => part.kind === kind).map(({ row }) => row);
  const bytesOf = (kind: Part['kind']) =>
    rowsOf(kind).reduce((sum, row) => sum + row.bytes.length, 0);
  return {
    updates: rowsOf('update').map((row) => row.seq),
    snapshots: rowsOf('snapshot').map((row) => row.seq),
    bytes: bytesOf('update'),
    snapshotBytes: bytesOf('snapshot'),
  };
}
