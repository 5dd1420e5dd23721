import { EventEmitter } from 'node:events';
import type { Transaction } from 'sequelize';
import { v7 as uuidv7 } from 'uuid';
import type { ImportItem, ImportItemState, ListingLimits } from '#core/contract/import.ts';
import type { FollowId, ImportId, ThreadId, UserId } from '#core/contract/id.ts';
import type { Database } from './database.ts';
import { lanesOf, type Lane } from './import-lanes.ts';
import {
  importOf,
  importSql,
  receiptOf,
  type ImportRow,
  type ImportSql,
  type NewItem,
  type RawImport,
  type RawItem,
  type ReceiptRow,
} from './import-rows.ts';

export interface NewImportRow {
  ownerId: UserId;
  threadId: ThreadId | null;
  name: string;
  format: string | null;
  key: string | null;
  limits: ListingLimits;
  /** the follow whose check it is */
  followId?: FollowId;
}
export type ItemCounts = Record<ImportItemState, number>;
export interface ImportActivity {
  stages: Record<string, number>;
  lanes: Lane[];
  /** settled in the last minute */
  settled: number;
  lastErrors: { input: string; code: string; message: string }[];
}

const ERRORS_SHOWN = 5;
const MINUTE_MS = 60_000;
const RECEIPT = 'line, entry, input, title, state, source_id, twin, code, message';
/** Enqueued but not started, as in source-state.ts. */
const IN_QUEUE = "(s.stage = 'fetch' AND s.progress_done = 0 AND s.progress_total = 0)";
const none = (): ItemCounts => ({
  waiting: 0,
  running: 0,
  added: 0,
  duplicate: 0,
  skipped: 0,
  failed: 0,
});

/** Imports as their owner sees and controls them. `ImportWork` processes their lines. */
export class Imports {
  readonly #database: Database;
  readonly #sql: ImportSql;
  readonly #events = new EventEmitter().setMaxListeners(0);
  constructor(database: Database) {
    this.#database = database;
    this.#sql = importSql(database);
  }

  /**
   * The listener is called after this process commits a change to an import. Returns a function
   * that removes it.
   */
  onChange(listener: (id: ImportId) => void): () => void {
    this.#events.on('change', listener);
    return () => this.#events.off('change', listener);
  }
  /** Notifies listeners after the open transaction commits. */
  changed(id: ImportId): void {
    this.#database.afterCommit(() => this.#events.emit('change', id));
  }

  /** Creates an import, or returns the unfinished one with the same key; `created` tells which. */
  async begin(
    it: NewImportRow,
    transaction: Transaction,
  ): Promise<{ id: ImportId; created: boolean }> {
    const id = uuidv7() as ImportId;
    const bind = [
      id,
      it.ownerId,
      it.threadId,
      it.name,
      it.format,
      it.key,
      JSON.stringify(it.limits),
      Date.now(),
      it.followId ?? null,
    ];
    const [made] = await this.#sql.rows<{ id: ImportId }>(
      "INSERT INTO imports (id, owner_id, thread_id, name, format, state, key, limits, created_at, follow_id) VALUES ($1, $2, $3, $4, $5, 'running', $6, $7, $8, $9) ON CONFLICT DO NOTHING RETURNING id",
      bind,
      transaction,
    );
    if (made) this.changed(id);
    if (made || it.key === null) return { id, created: true };
    const [there] = await this.#sql.rows<{ id: ImportId }>(
      "UPDATE imports SET state = 'running' WHERE owner_id = $1 AND key = $2 RETURNING id",
      [it.ownerId, it.key],
      transaction,
    );
    if (!there) return this.begin(it, transaction);
    this.changed(there.id);
    return { id: there.id, created: false };
  }
  /** Lets another import with the same key begin before this one is done. */
  async releaseKey(id: ImportId, transaction: Transaction): Promise<void> {
    await this.#sql.rows(
      'UPDATE imports SET key = NULL WHERE id = $1 RETURNING id',
      [id],
      transaction,
    );
  }
  /** Removes an import with its entries; sources stay. */
  async remove(id: ImportId, transaction: Transaction): Promise<void> {
    await this.#sql.rows('DELETE FROM imports WHERE id = $1 RETURNING id', [id], transaction);
    this.changed(id);
  }
  addItems(id: ImportId, items: readonly NewItem[], transaction: Transaction): Promise<void> {
    return this.#sql.insertItems(id, items, transaction);
  }

  /** Undefined if it doesn't belong to this owner. */
  async find(ownerId: UserId, id: ImportId): Promise<ImportRow | undefined> {
    const [row] = await this.#sql.rows<RawImport>(
      'SELECT * FROM imports WHERE id = $1 AND owner_id = $2',
      [id, ownerId],
    );
    return row && importOf(row);
  }
  /** Newest first; ids are time-ordered, so `before` (an id) is the cursor. */
  async list(ownerId: UserId, before: ImportId | undefined, limit: number): Promise<ImportRow[]> {
    const rows = await this.#sql.rows<RawImport>(
      `SELECT * FROM imports WHERE owner_id = $1 ${before === undefined ? '' : 'AND id < $3'} ORDER BY id DESC LIMIT $2`,
      [ownerId, limit, ...(before === undefined ? [] : [before])],
    );
    return rows.map(importOf);
  }
  /** Counts entries by state; `running` includes only those that a worker has started. */
  async counts(ids: readonly ImportId[]): Promise<Map<ImportId, ItemCounts>> {
    const counts = new Map<ImportId, ItemCounts>(ids.map((id) => [id, none()]));
    if (ids.length === 0) return counts;
    // One statement, because an entry that starts between two would be miscounted.
    const among = `import_id IN (${this.#sql.list(1, ids.length)})`;
    const rows = await this.#sql.rows<{
      import_id: ImportId;
      state: ImportItemState | 'queued';
      n: number | string;
    }>(
      `SELECT import_id, state, COUNT(*) AS n FROM import_items WHERE ${among} GROUP BY import_id, state
       UNION ALL
       SELECT i.import_id, 'queued', COUNT(*) FROM import_items i JOIN sources s ON s.id = i.source_id
       WHERE i.${among} AND i.state = 'running' AND ${IN_QUEUE} GROUP BY i.import_id`,
      [...ids],
    );
    for (const { import_id: id, state, n } of rows) {
      const of = counts.get(id);
      if (!of) continue;
      if (state !== 'queued') of[state] += Number(n);
      else {
        of.running -= Number(n);
        of.waiting += Number(n);
      }
    }
    return counts;
  }

  /** Returns entries in the order of the input; `after` is the position of the last one seen. */
  async items(
    id: ImportId,
    {
      after = { line: 0, entry: -1 },
      limit,
      state,
    }: {
      after?: { line: number; entry: number } | undefined;
      limit: number;
      state?: ImportItemState | undefined;
    },
  ): Promise<ImportItem[]> {
    const rows = await this.#sql.rows<ReceiptRow>(
      `SELECT ${RECEIPT} FROM import_items WHERE import_id = $1 AND (line, entry) > ($2, $3) ${state === undefined ? '' : 'AND state = $5'} ORDER BY line, entry LIMIT $4`,
      [id, after.line, after.entry, limit, ...(state === undefined ? [] : [state])],
    );
    return rows.map(receiptOf);
  }
  /** Returns entries settled since `sinceMs`, in order. */
  async settledSince(
    id: ImportId,
    sinceMs: number,
    limit: number,
  ): Promise<{ at: number; item: ImportItem }[]> {
    const rows = await this.#sql.rows<ReceiptRow & { settled_at: number | string }>(
      `SELECT ${RECEIPT}, settled_at FROM import_items WHERE import_id = $1 AND settled_at >= $2 ORDER BY settled_at, line, entry LIMIT $3`,
      [id, sinceMs, limit],
    );
    return rows.map((row) => ({ at: Number(row.settled_at), item: receiptOf(row) }));
  }

  /**
   * Returns the current activity: sources by stage, hosts (those with work left first), speed, and
   * the latest failures.
   */
  async activity(id: ImportId, now: number): Promise<ImportActivity> {
    const { rows } = this.#sql;
    const [stages, hosts, held, pace, errors] = await Promise.all([
      rows<{ stage: string | null; n: number | string }>(
        `SELECT s.stage, COUNT(*) AS n FROM import_items i JOIN sources s ON s.id = i.source_id WHERE i.import_id = $1 AND i.state = 'running' AND NOT (${IN_QUEUE}) GROUP BY s.stage`,
        [id],
      ),
      rows<{ host: string; state: ImportItemState; n: number | string }>(
        `SELECT i.host, CASE WHEN i.state = 'running' AND ${IN_QUEUE} THEN 'waiting' ELSE i.state END AS state, COUNT(*) AS n FROM import_items i LEFT JOIN sources s ON s.id = i.source_id WHERE i.import_id = $1 AND i.host <> '' GROUP BY 1, 2`,
        [id],
      ),
      rows<{ host: string; due_at: string | Date | null }>(
        "SELECT i.host, s.due_at FROM import_items i JOIN sources s ON s.id = i.source_id WHERE i.import_id = $1 AND i.state = 'running' AND s.error_code = 'rate_limited'",
        [id],
      ),
      rows<{ n: number | string }>(
        'SELECT COUNT(*) AS n FROM import_items WHERE import_id = $1 AND settled_at > $2',
        [id, now - MINUTE_MS],
      ),
      rows<Pick<RawItem, 'input' | 'code' | 'message'>>(
        `SELECT input, code, message FROM import_items WHERE import_id = $1 AND settled_at IS NOT NULL AND state = 'failed' ORDER BY settled_at DESC LIMIT ${ERRORS_SHOWN}`,
        [id],
      ),
    ]);
    return {
      stages: Object.fromEntries(
        stages.flatMap(({ stage, n }) => (stage === null ? [] : [[stage, Number(n)]])),
      ),
      lanes: lanesOf(
        hosts,
        held.flatMap(({ host, due_at: due }) =>
          due === null ? [] : [{ host, until: new Date(due).getTime() }],
        ),
        now,
      ),
      settled: Number(pace[0]?.n ?? 0),
      lastErrors: errors.map(({ input, code, message }) => ({
        input,
        code: code ?? '',
        message: message ?? '',
      })),
    };
  }

  async pause(id: ImportId): Promise<void> {
    await this.#turn(id, "state = 'paused'", "state = 'running'");
  }
  async resume(id: ImportId): Promise<void> {
    await this.#turn(id, "state = 'running'", "state = 'paused'");
  }
  async #turn(id: ImportId, to: string, from: string): Promise<void> {
    await this.#database.write(async (transaction) => {
      await this.#sql.rows(
        `UPDATE imports SET ${to} WHERE id = $1 AND finished_at IS NULL AND ${from} RETURNING id`,
        [id],
        transaction,
      );
      this.changed(id);
    });
  }
  /** Cancels an import: running entries continue, waiting ones are skipped. */
  async cancel(id: ImportId, message: string): Promise<void> {
    const now = Date.now();
    await this.#database.write(async (transaction) => {
      const { rows } = this.#sql;
      await rows(
        "UPDATE imports SET state = 'cancelled', key = NULL WHERE id = $1 AND finished_at IS NULL RETURNING id",
        [id],
        transaction,
      );
      await rows(
        `UPDATE import_items SET state = 'skipped', code = 'cancelled', message = $2, settled_at = $3 WHERE import_id = $1 AND state = 'waiting'
                  AND EXISTS (SELECT 1 FROM imports WHERE id = $1 AND state = 'cancelled') RETURNING line`,
        [id, message, now],
        transaction,
      );
      await finishIfSettled(this.#sql, id, now, transaction);
      this.changed(id);
    });
  }
  /** Resets failed entries to waiting, except files that were never uploaded. Returns how many. */
  async retry(id: ImportId): Promise<number> {
    return this.#database.write(async (transaction) => {
      const again = await this.#sql.rows(
        "UPDATE import_items SET state = 'waiting', code = NULL, message = NULL, settled_at = NULL, attempts = 0, due_at = 0 WHERE import_id = $1 AND state = 'failed' AND NOT (plan IS NULL AND code = 'absent') RETURNING line",
        [id],
        transaction,
      );
      if (again.length > 0)
        await this.#sql.rows(
          "UPDATE imports SET state = CASE state WHEN 'paused' THEN state ELSE 'running' END, finished_at = NULL WHERE id = $1 RETURNING id",
          [id],
          transaction,
        );
      this.changed(id);
      return again.length;
    });
  }
}

/**
 * Marks an import as done if no entry waits or runs; a cancelled import ends likewise. Returns
 * whether this call ended it.
 */
export async function finishIfSettled(
  { rows }: ImportSql,
  id: ImportId,
  now: number,
  transaction: Transaction,
): Promise<boolean> {
  const ended = await rows(
    `UPDATE imports SET state = CASE state WHEN 'cancelled' THEN state ELSE 'done' END, finished_at = $2, key = NULL
     WHERE id = $1 AND finished_at IS NULL AND NOT EXISTS (SELECT 1 FROM import_items WHERE import_id = $1 AND state IN ('waiting', 'running')) RETURNING id`,
    [id, now],
    transaction,
  );
  return ended.length > 0;
}
