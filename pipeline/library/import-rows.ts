/** Rows of the import tables, in SQL for both SQLite and PostgreSQL. Times are in ms since 1970. */
import { QueryTypes, type Transaction } from 'sequelize';
import type {
  ImportItem,
  ImportItemState,
  ImportState,
  ListingLimits,
} from '#core/contract/import.ts';
import type { FileType } from '#core/contract/file.ts';
import type { FollowId, ImportId, SourceId, ThreadId, UserId } from '#core/contract/id.ts';
import type { Database } from './database.ts';
import type { NewSource } from './library.ts';
import type { OwnerMetadata } from './source.model.ts';

export interface ImportRow {
  id: ImportId;
  ownerId: UserId;
  threadId: ThreadId | null;
  name: string;
  format: string | null;
  state: ImportState;
  limits: ListingLimits;
  /** the follow whose check this is */
  followId: FollowId | null;
  createdAt: number;
  finishedAt: number | null;
}
/** The input of `Library.add` for a line; the owner is that of the import. */
export type PlannedSource = Omit<NewSource, 'ownerId' | 'kept'>;

/** A file that was uploaded to a thread. */
export interface Upload {
  key: string;
  name: string;
  contentType: FileType;
}

/** A line of an import and its position. */
export interface ItemKey {
  importId: ImportId;
  line: number;
  entry: number;
}
export interface NewItem {
  line: number;
  entry: number;
  state: ImportItemState;
  /** a listing: a worker opens it and adds its entries as lines */
  listing: boolean;
  input: string;
  title?: string | undefined;
  /** with its port; empty for a file */
  host: string;
  canonicalUrl?: string | undefined;
  plan?: PlannedSource | undefined;
  brought: OwnerMetadata;
  sourceId?: SourceId | undefined;
  /** the line or source that it duplicates */
  twin?: string | undefined;
  code?: string | undefined;
  message?: string | undefined;
}
export interface OpenItem extends ItemKey {
  input: string;
  title: string | undefined;
  host: string;
  plan: PlannedSource | undefined;
  brought: OwnerMetadata;
  sourceId: SourceId | undefined;
  attempts: number;
}

interface RawImport {
  id: ImportId;
  owner_id: UserId;
  thread_id: ThreadId | null;
  name: string;
  format: string | null;
  state: ImportState;
  limits: string;
  follow_id: FollowId | null;
  created_at: number | string;
  finished_at: number | string | null;
}
interface RawItem {
  import_id: ImportId;
  line: number;
  entry: number;
  state: ImportItemState;
  input: string;
  title: string | null;
  host: string;
  plan: string | null;
  brought: string;
  source_id: SourceId | null;
  twin: string | null;
  code: string | null;
  message: string | null;
  attempts: number;
}

const maybeNumber = (value: number | string | null): number | null =>
  value === null ? null : Number(value);

export const importOf = (row: RawImport): ImportRow => ({
  id: row.id,
  ownerId: row.owner_id,
  threadId: row.thread_id,
  name: row.name,
  format: row.format,
  state: row.state,
  limits: JSON.parse(row.limits) as ListingLimits,
  followId: row.follow_id,
  createdAt: Number(row.created_at),
  finishedAt: maybeNumber(row.finished_at),
});
export const openItemOf = (row: RawItem): OpenItem => ({
  importId: row.import_id,
  line: row.line,
  entry: row.entry,
  input: row.input,
  title: row.title ?? undefined,
  host: row.host,
  attempts: row.attempts,
  plan: row.plan === null ? undefined : (JSON.parse(row.plan) as PlannedSource),
  brought: JSON.parse(row.brought) as OwnerMetadata,
  sourceId: row.source_id ?? undefined,
});
export type ReceiptRow = Pick<
  RawItem,
  'line' | 'entry' | 'input' | 'title' | 'state' | 'source_id' | 'twin' | 'code' | 'message'
>;
/** The caller sets `next`, because it knows the fault table. */
export const receiptOf = (row: ReceiptRow): ImportItem => ({
  line: row.line,
  entry: row.entry,
  input: row.input,
  state: row.state,
  ...(row.title === null ? {} : { title: row.title }),
  ...(row.source_id === null ? {} : { sourceId: row.source_id }),
  ...(row.twin === null ? {} : { of: row.twin }),
  ...(row.code === null ? {} : { code: row.code }),
  ...(row.message === null ? {} : { message: row.message }),
});

export type { RawImport, RawItem };

const COLUMNS = [
  'import_id',
  'line',
  'entry',
  'state',
  'listing',
  'input',
  'title',
  'host',
  'canonical_url',
  'plan',
  'brought',
  'source_id',
  'twin',
  'code',
  'message',
] as const;
/**
 * SQLite binds each value by a linear search for its name, so a few large statements cost more than
 * many small ones.
 */
const ROWS_AT_ONCE = 20;

/** Runs statements on the import tables and returns rows of a SELECT or RETURNING, typed by the caller. */
export function importSql({ sequelize, dialect }: Database) {
  const rows = <R extends object>(
    sql: string,
    bind: unknown[],
    transaction?: Transaction,
  ): Promise<R[]> =>
    sequelize.query<R>(sql, {
      type: QueryTypes.SELECT,
      bind,
      ...(transaction ? { transaction } : {}),
    });
  return {
    rows,
    /** `$4, $5, $6` */
    list: (from: number, count: number): string =>
      Array.from({ length: count }, (_, i) => `$${from + i}`).join(', '),
    postgres: dialect === 'postgres',
    /** SQLite would treat a cast to UUID as a cast to a number. */
    uuid: dialect === 'postgres' ? '::uuid' : '',
    async insertItems(
      importId: ImportId,
      items: readonly NewItem[],
      transaction: Transaction,
    ): Promise<void> {
      for (let from = 0; from < items.length; from += ROWS_AT_ONCE) {
        const some = items.slice(from, from + ROWS_AT_ONCE);
        const values = some
          .map((_, i) => `(${COLUMNS.map((__, c) => `$${i * COLUMNS.length + c + 1}`).join(', ')})`)
          .join(', ');
        const bind = some.flatMap((it) => [
          importId,
          it.line,
          it.entry,
          it.state,
          Number(it.listing),
          it.input,
          it.title ?? null,
          it.host,
          it.canonicalUrl ?? null,
          it.plan ? JSON.stringify(it.plan) : null,
          JSON.stringify(it.brought),
          it.sourceId ?? null,
          it.twin ?? null,
          it.code ?? null,
          it.message ?? null,
        ]);
        await sequelize.query(`INSERT INTO import_items (${COLUMNS.join(', ')}) VALUES ${values}`, {
          type: QueryTypes.RAW,
          bind,
          transaction,
        });
      }
    },
  };
}
export type ImportSql = ReturnType<typeof importSql>;
