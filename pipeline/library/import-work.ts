import type { Transaction } from 'sequelize';
import type { ImportId, SourceId } from '#core/contract/id.ts';
import type { Database } from './database.ts';
import {
  importOf,
  importSql,
  openItemOf,
  type ImportRow,
  type ImportSql,
  type ItemKey,
  type OpenItem,
  type PlannedSource,
  type RawImport,
  type RawItem,
} from './import-rows.ts';
import { finishIfSettled, type Imports } from './imports.ts';
import type { OwnerMetadata } from './source.model.ts';

/** An entry whose source is in progress, with the state of the source. */
export interface RunningItem extends ItemKey {
  host: string;
  sourceId: SourceId;
  /** null while it is in progress; otherwise its final status, also of a removed source */
  end:
    | { kind: 'ready' }
    | { kind: 'failed'; code: string; message: string }
    | { kind: 'merged'; into: SourceId; title: string }
    | { kind: 'removed' }
    | null;
  /** set if it waits for a retry, with the reason; `offline` also during the retry */
  waits: { untilMs: number; code: string | null } | null;
  /** its host didn't respond to the first attempt, and the second is due */
  isTriedAgain: boolean;
}
/** How a line ends. */
export type Settlement =
  | { state: 'added'; message?: string }
  | { state: 'duplicate'; sourceId: SourceId; twin: string }
  | { state: 'skipped' | 'failed'; code: string; message: string; sourceId?: SourceId };
/** The position of the entry with this address. */
export interface ImportedAddress extends ItemKey {
  canonicalUrl: string;
  sourceId: SourceId | undefined;
  title: string;
  brought: OwnerMetadata;
  waits: boolean;
}

interface RawRunning {
  import_id: ImportId;
  line: number;
  entry: number;
  host: string;
  source_id: SourceId;
  embedding_status: number | null;
  error_code: string | null;
  error_message: string | null;
  due_at: string | Date | null;
  deleted_at: string | Date | null;
  duplicate_of: SourceId | null;
  into_title: string | null;
}
const KEY = 'import_id = $1 AND line = $2 AND entry = $3';
const keyOf = ({ importId, line, entry }: ItemKey) => [importId, line, entry];
const ADDRESSES_AT_ONCE = 200;

/** Lines of imports as workers take and settle them. Methods with a transaction parameter must run in one. */
export class ImportWork {
  readonly #sql: ImportSql;
  readonly #imports: Imports;
  constructor(database: Database, imports: Imports) {
    this.#sql = importSql(database);
    this.#imports = imports;
  }

  /**
   * Blocks other workers until the transaction ends, so that counts stay correct. SQLite has only
   * one writer anyway.
   */
  async alone(transaction: Transaction): Promise<void> {
    if (this.#sql.postgres)
      await this.#sql.rows('SELECT pg_advisory_xact_lock(4870009)', [], transaction);
  }

  /**
   * Returns unfinished imports. `isOver`: no entry waits or runs, so the import only has to be
   * marked as done.
   */
  async open(): Promise<(ImportRow & { isOver: boolean })[]> {
    const rows = await this.#sql.rows<RawImport & { is_over: number | boolean }>(
      `SELECT m.*, NOT EXISTS (SELECT 1 FROM import_items i WHERE i.import_id = m.id AND i.state IN ('waiting', 'running')) AS is_over
       FROM imports m WHERE m.finished_at IS NULL ORDER BY m.id`,
      [],
    );
    return rows.map((row) => ({ ...importOf(row), isOver: Boolean(row.is_over) }));
  }
  async running(transaction?: Transaction): Promise<RunningItem[]> {
    const rows = await this.#sql.rows<RawRunning>(
      `SELECT i.import_id, i.line, i.entry, i.host, i.source_id, s.embedding_status, s.error_code, s.error_message, s.due_at, s.deleted_at, s.duplicate_of, t.title AS into_title
       FROM import_items i LEFT JOIN sources s ON s.id = i.source_id LEFT JOIN sources t ON t.id = s.duplicate_of WHERE i.state = 'running'`,
      [],
      transaction,
    );
    return rows.map((row) => ({
      importId: row.import_id,
      line: row.line,
      entry: row.entry,
      host: row.host,
      sourceId: row.source_id,
      end: endOf(row),
      waits: waitOf(row),
      isTriedAgain: row.error_code === 'timed_out' && endOf(row) === null && waitOf(row) === null,
    }));
  }

  /**
   * Returns waiting entries in order, without those of `full` hosts. In a transaction, locks them
   * against other processes.
   */
  async waiting(
    importId: ImportId,
    {
      after,
      full,
      limit,
    }: { after: { line: number; entry: number }; full: readonly string[]; limit: number },
    transaction?: Transaction,
  ): Promise<OpenItem[]> {
    const rows = await this.#sql.rows<RawItem>(
      `SELECT * FROM import_items WHERE import_id = $1 AND state = 'waiting' AND listing = 0 AND (line, entry) > ($2, $3)
       ${full.length === 0 ? '' : `AND host NOT IN (${this.#sql.list(5, full.length)})`} ORDER BY line, entry LIMIT $4 ${transaction && this.#sql.postgres ? 'FOR UPDATE' : ''}`,
      [importId, after.line, after.entry, limit, ...full],
      transaction,
    );
    return rows.map(openItemOf);
  }

  /** Gives a waiting line its source; lines with the same address share it. */
  async run(
    { plan, ...item }: OpenItem,
    sourceId: SourceId,
    transaction: Transaction,
  ): Promise<void> {
    const { importId } = item;
    await this.#sql.rows(
      `UPDATE import_items SET state = 'running', source_id = $4 WHERE ${KEY} AND state = 'waiting' RETURNING line`,
      [...keyOf(item), sourceId],
      transaction,
    );
    if (plan)
      await this.#sql.rows(
        "UPDATE import_items SET source_id = $3 WHERE import_id = $1 AND canonical_url = $2 AND state = 'duplicate' AND source_id IS NULL RETURNING line",
        [importId, plan.canonicalUrl, sourceId],
        transaction,
      );
    this.#imports.changed(importId);
  }

  /** Returns false if it was already settled. */
  async settle(item: ItemKey, how: Settlement, transaction: Transaction): Promise<boolean> {
    const {
      code = null,
      message = null,
      sourceId = null,
      twin = null,
    } = { code: undefined, message: undefined, sourceId: undefined, twin: undefined, ...how };
    const settled = await this.#sql.rows(
      `UPDATE import_items SET state = $4, code = $5, message = $6, source_id = COALESCE($7${this.#sql.uuid}, source_id), twin = $8, settled_at = $9 WHERE ${KEY} AND state IN ('waiting', 'running') RETURNING line`,
      [...keyOf(item), how.state, code, message, sourceId, twin, Date.now()],
      transaction,
    );
    if (settled.length > 0) this.#imports.changed(item.importId);
    return settled.length > 0;
  }
  /** Marks imports without remaining entries as done. */
  async finish(ids: Iterable<ImportId>, transaction: Transaction): Promise<void> {
    for (const id of new Set(ids))
      if (await finishIfSettled(this.#sql, id, Date.now(), transaction)) this.#imports.changed(id);
  }

  /** Returns the due listings of running imports. */
  async dueListings(now: number, limit: number): Promise<(OpenItem & { dueAt: number })[]> {
    const rows = await this.#sql.rows<RawItem & { due_at: number | string }>(
      `SELECT i.* FROM import_items i JOIN imports m ON m.id = i.import_id WHERE m.finished_at IS NULL AND m.state = 'running'
       AND i.state = 'waiting' AND i.listing = 1 AND i.due_at <= $1 ORDER BY i.due_at, i.line LIMIT $2`,
      [now, limit],
    );
    return rows.map((row) => ({ ...openItemOf(row), dueAt: Number(row.due_at) }));
  }
  /**
   * Changes the due time of a listing if nobody else has changed it. Used to claim, renew and
   * postpone a listing.
   */
  async putOff(
    item: ItemKey,
    from: number,
    to: number,
    attempts: number,
    transaction: Transaction,
  ): Promise<boolean> {
    const moved = await this.#sql.rows(
      `UPDATE import_items SET due_at = $5, attempts = attempts + $6 WHERE ${KEY} AND state = 'waiting' AND due_at = $4 RETURNING line`,
      [...keyOf(item), from, Math.ceil(to), attempts],
      transaction,
    );
    return moved.length > 0;
  }

  /** Returns the number of the last entry of a line. */
  async lastEntry({ importId, line }: ItemKey, transaction: Transaction): Promise<number> {
    const [row] = await this.#sql.rows<{ last: number | null }>(
      'SELECT MAX(entry) AS last FROM import_items WHERE import_id = $1 AND line = $2',
      [importId, line],
      transaction,
    );
    return row?.last ?? 0;
  }
  /** Returns which of these addresses the import contains, with the first line of each. */
  async taken(
    importId: ImportId,
    canonicalUrls: readonly string[],
    transaction: Transaction,
  ): Promise<Map<string, ImportedAddress>> {
    const found = new Map<string, ImportedAddress>();
    for (let from = 0; from < canonicalUrls.length; from += ADDRESSES_AT_ONCE) {
      const some = canonicalUrls.slice(from, from + ADDRESSES_AT_ONCE);
      const rows = await this.#sql.rows<RawItem & { canonical_url: string }>(
        `SELECT * FROM import_items WHERE import_id = $1 AND canonical_url IN (${this.#sql.list(2, some.length)}) ORDER BY line, entry`,
        [importId, ...some],
        transaction,
      );
      for (const row of rows) {
        if (found.has(row.canonical_url)) continue;
        const item = openItemOf(row);
        found.set(row.canonical_url, {
          ...item,
          canonicalUrl: row.canonical_url,
          title: row.title ?? row.input,
          waits: row.state === 'waiting',
        });
      }
    }
    return found;
  }
  async bring(item: ItemKey, brought: OwnerMetadata, transaction: Transaction): Promise<void> {
    await this.#sql.rows(
      `UPDATE import_items SET brought = $4 WHERE ${KEY} RETURNING line`,
      [...keyOf(item), JSON.stringify(brought)],
      transaction,
    );
  }
  /** Stores the plan of a line that couldn't be planned when it was staged. */
  async plan(
    item: ItemKey,
    plan: PlannedSource,
    host: string,
    transaction: Transaction,
  ): Promise<void> {
    await this.#sql.rows(
      `UPDATE import_items SET plan = $4, canonical_url = $5, host = $6 WHERE ${KEY} RETURNING line`,
      [...keyOf(item), JSON.stringify(plan), plan.canonicalUrl, host],
      transaction,
    );
  }
}

function endOf(row: RawRunning): RunningItem['end'] {
  if (row.embedding_status === null) return { kind: 'removed' };
  if (row.duplicate_of !== null)
    return { kind: 'merged', into: row.duplicate_of, title: row.into_title ?? '' };
  if (row.deleted_at !== null) return { kind: 'removed' };
  if (row.embedding_status === 0) return null;
  return row.error_code === null
    ? { kind: 'ready' }
    : { kind: 'failed', code: row.error_code, message: row.error_message ?? '' };
}
function waitOf(row: RawRunning): RunningItem['waits'] {
  const untilMs = row.due_at === null ? 0 : new Date(row.due_at).getTime();
  return untilMs > Date.now() || row.error_code === 'offline'
    ? { untilMs, code: row.error_code }
    : null;
}
