/**
 * The tables of the shared documents. Writes only ever add rows, or replace exactly the rows that
 * they fold: several servers may write the same document without losing each other's updates.
 */
import { crc32 } from 'node:zlib';
import {
  DataTypes,
  QueryTypes,
  type Model,
  type ModelStatic,
  type Optional,
  type Sequelize,
  type Transaction,
} from 'sequelize';
import { applyUpdate, decodeUpdate, type Doc, mergeUpdates } from 'yjs';
import type { Log } from '#config/log.ts';
import type { Database } from '#pipeline/library/index.ts';

/** The rows of one document that its state in memory holds. */
export interface HeldRows {
  updates: number[];
  snapshots: number[];
  /** of the updates */
  bytes: number;
  /** of the snapshots */
  snapshotBytes: number;
}
export interface StoredDocument {
  held: HeldRows;
  /** some row could not be read, now or earlier */
  damaged: boolean;
}
export interface UpdateStore {
  /** On disk when it resolves. */
  append(doc: string, update: Uint8Array): Promise<number>;
  /** Puts all that can be read into a document; rows that cannot are moved to quarantine. */
  read(doc: string, into: Doc): Promise<StoredDocument>;
  /**
   * Returns the stored rows of a document without building it; undefined if rows can't be read, or
   * still contain deleted content.
   */
  asStored(doc: string): Promise<Uint8Array | undefined>;
  /** The rows of a document are those, and no others. */
  isAll(doc: string, held: HeldRows): Promise<boolean>;
  /** Another whenever another row is there. */
  head(doc: string): Promise<string>;
  /**
   * Puts one snapshot in place of the rows it holds; undefined where none of them is there any
   * more, be it that the document was forgotten.
   */
  fold(doc: string, state: Uint8Array, held: HeldRows): Promise<number | undefined>;
  forget(doc: string): Promise<void>;
}

interface Row {
  seq: number;
  doc: string;
  bytes: Buffer;
  crc: number;
  createdAt: Date;
}
type RowModel = ModelStatic<Model<Row, Optional<Row, 'seq'>>>;
interface QuarantineRow {
  seq: number;
  doc: string;
  kind: string;
  ofSeq: number;
  bytes: Buffer;
  reason: string;
  createdAt: Date;
}

const seq = { type: DataTypes.BIGINT, primaryKey: true, autoIncrement: true };
const doc = { type: DataTypes.STRING(64), allowNull: false };
const blob = (field: string) => ({ type: DataTypes.BLOB, allowNull: false, field });
const createdAt = { type: DataTypes.DATE, allowNull: false, field: 'created_at' };
const crc = { type: DataTypes.BIGINT, allowNull: false };

function defineTables(sequelize: Sequelize) {
  const rows = (name: string, field: string): RowModel =>
    sequelize.define(
      name,
      { seq, doc, bytes: blob(field), crc, createdAt },
      { tableName: name, timestamps: false },
    );
  const quarantine: ModelStatic<Model<QuarantineRow, Optional<QuarantineRow, 'seq'>>> =
    sequelize.define(
      'collab_quarantine',
      {
        seq,
        doc,
        kind: DataTypes.STRING(16),
        ofSeq: { type: DataTypes.BIGINT, field: 'of_seq' },
        bytes: blob('bytes'),
        reason: DataTypes.TEXT,
        createdAt,
      },
      { tableName: 'collab_quarantine', timestamps: false },
    );
  return {
    updates: rows('collab_updates', 'update'),
    snapshots: rows('collab_snapshots', 'state'),
    quarantine,
  };
}

const asBuffer = (bytes: Uint8Array): Buffer =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);

const APPEND =
  'INSERT INTO collab_updates (doc, "update", crc, created_at) VALUES ($doc, $bytes, $crc, $at) RETURNING seq';

export function createUpdateStore({ sequelize, write }: Database, log: Log): UpdateStore {
  const { updates, snapshots, quarantine } = defineTables(sequelize);

  const add = async (
    table: RowModel,
    name: string,
    bytes: Uint8Array,
    transaction: Transaction,
  ): Promise<number> => {
    const row = await table.create(
      { doc: name, bytes: asBuffer(bytes), crc: crc32(bytes), createdAt: new Date() },
      { transaction },
    );
    return Number(row.get('seq'));
  };

  const setAside = (name: string, bad: readonly Unreadable[]) =>
    write(async (transaction) => {
      for (const { kind, row, reason } of bad) {
        await quarantine.create(
          { doc: name, kind, ofSeq: row.seq, bytes: row.bytes, reason, createdAt: new Date() },
          { transaction },
        );
        await (kind === 'update' ? updates : snapshots).destroy({
          where: { seq: row.seq },
          transaction,
        });
      }
      log.error(
        { doc: name, rows: bad.map(({ kind, row, reason }) => ({ kind, seq: row.seq, reason })) },
        'Rows of a shared document cannot be read; they are kept in collab_quarantine',
      );
    });

  const partsOf = async (name: string): Promise<Part[]> => {
    // Updates first: whatever is folded in between is then read twice, which changes nothing, and
    // never missed.
    const written = await readRows(updates, name);
    const bases = await readRows(snapshots, name);
    return [
      ...bases.map((row) => ({ kind: 'snapshot' as const, row })),
      ...written.map((row) => ({ kind: 'update' as const, row })),
    ];
  };

  return {
    // This write is between every edit and its `synced`. A Sequelize model would take twice the
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
      const { good, bad } = apply(into, await partsOf(name));
      if (bad.length > 0) await setAside(name, bad);
      const of = (kind: Kind) => good.filter((it) => it.kind === kind).map(({ row }) => row);
      const bytesOf = (kind: Kind) => of(kind).reduce((sum, row) => sum + row.bytes.length, 0);
      const seqsOf = (kind: Kind) => of(kind).map((row) => row.seq);
      return {
        held: {
          updates: seqsOf('update'),
          snapshots: seqsOf('snapshot'),
          bytes: bytesOf('update'),
          snapshotBytes: bytesOf('snapshot'),
        },
        damaged: (await quarantine.count({ where: { doc: name } })) > 0,
      };
    },

    async asStored(name) {
      const parts = await partsOf(name);
      if (
        parts.length === 0 ||
        parts.some(
          ({ kind, row }) => changed(row) !== undefined || (kind === 'update' && deletes(row)),
        )
      )
        return undefined;
      try {
        return mergeUpdates(parts.map(({ row }) => row.bytes));
      } catch {
        return undefined;
      }
    },

    async isAll(name, held) {
      const rows = await Promise.all(
        [updates, snapshots].map((table) =>
          table.findAll({ where: { doc: name }, attributes: ['seq'], raw: true }),
        ),
      );
      return [held.updates, held.snapshots].every((seqs, at) => {
        const there = new Set(rows[at]?.map((row) => Number((row as unknown as Row).seq)));
        return there.size === seqs.length && seqs.every((it) => there.has(it));
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
        for (let from = 0; from < held.updates.length; from += 500) {
          replaced += await updates.destroy({
            where: { seq: held.updates.slice(from, from + 500) },
            transaction,
          });
        }
        return replaced > 0 ? add(snapshots, name, state, transaction) : undefined;
      }),

    forget: (name) =>
      write(async (transaction) => {
        for (const table of [updates, snapshots, quarantine])
          await (table as RowModel).destroy({ where: { doc: name }, transaction });
      }),
  };
}

async function readRows(table: RowModel, name: string): Promise<Row[]> {
  const rows = await table.findAll({ where: { doc: name }, order: [['seq', 'ASC']] });
  return rows.map((row) => ({
    ...row.get(),
    seq: Number(row.get('seq')),
    crc: Number(row.get('crc')),
  }));
}

type Kind = 'snapshot' | 'update';
interface Part {
  kind: Kind;
  row: Row;
}
interface Unreadable extends Part {
  reason: string;
}

/**
 * Applies all updates in one step, so that nobody sees a partial document. Applying them one after
 * another is faster than merging first.
 */
function apply(into: Doc, parts: Part[]): { good: Part[]; bad: Unreadable[] } {
  const put = (sifted: { good: Part[]; bad: Unreadable[] }) => {
    into.transact(() => {
      for (const { row } of sifted.good) applyUpdate(into, row.bytes);
    });
    return sifted;
  };
  try {
    return put(sift(parts, changed));
  } catch {
    // Which of them it was takes as long to find out as to read them all.
    return put(sift(parts, (row) => changed(row) ?? misshapen(row)));
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

const changed = ({ bytes, crc: expected }: Row): string | undefined =>
  crc32(bytes) === expected ? undefined : 'the bytes are not those that were written';

/**
 * An update ends in its delete set; a final zero means that it deletes nothing, because no length
 * is zero.
 */
const deletes = ({ bytes }: Row): boolean => bytes.at(-1) !== 0;

function misshapen({ bytes }: Row): string | undefined {
  try {
    decodeUpdate(bytes);
    return undefined;
  } catch (error) {
    return `not an update: ${error instanceof Error ? error.message : String(error)}`;
  }
}
