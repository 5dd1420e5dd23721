import type { Transaction } from 'sequelize';
import type { Log } from '#config/log.ts';
import type { Database } from '../../library/database.ts';
import type { Queue } from '../contract.ts';
import { DatabaseWorker } from './database-worker.ts';
import { JobsTable } from './jobs-table.ts';

const LEASE_MS = 15_000;

export interface DatabaseQueueOptions {
  database: Database;
  log: Log;
  /** ms since the epoch */
  now?: () => number;
  /**
   * ms after which jobs of a silent worker are returned, default 15,000; leases are renewed three
   * times as often
   */
  leaseMs?: number;
}

/** Jobs as rows of the database: needs no other service, and several processes can run them at once. */
export function createDatabaseQueue({
  database,
  log,
  now = Date.now,
  leaseMs = LEASE_MS,
}: DatabaseQueueOptions): Queue {
  const table = new JobsTable(database);
  const workers = new Set<DatabaseWorker>();
  const within = <T>(
    transaction: Transaction | undefined,
    fn: (transaction: Transaction) => Promise<T>,
  ): Promise<T> => (transaction ? fn(transaction) : database.write(fn));

  return {
    engine: 'database',
    enqueue: (jobs, { transaction, delayMs = 0, rank = 'normal', hasten = false } = {}) =>
      within(transaction, async (open) => {
        if (jobs.length === 0) return;
        await table.insert(jobs, { dueAt: now() + delayMs, now: now(), rank }, open);
        if (hasten) await table.hasten(jobs, now(), open);
        database.afterCommit(() => {
          for (const worker of workers) worker.wake();
        });
      }),
    cancel: (sourceId, { transaction } = {}) =>
      within(transaction, async (open) => {
        await table.deleteOf(sourceId, open);
        database.afterCommit(() => {
          for (const worker of workers) worker.abort(sourceId);
        });
      }),
    async work(handler, { concurrency, bulkConcurrency = concurrency }) {
      const worker = new DatabaseWorker({
        database,
        table,
        log,
        handler,
        slots: { normal: concurrency, bulk: bulkConcurrency },
        leaseMs,
        now,
      });
      workers.add(worker);
      return {
        async stop(graceMs) {
          await worker.stop(graceMs);
          workers.delete(worker);
        },
      };
    },
    counts: () => table.counts(now()),
    async ping() {
      await table.nextDue({ normal: 1, bulk: 1 });
      return `in the database (${database.dialect})`;
    },
    async close() {
      await Promise.all([...workers].map((worker) => worker.stop()));
      workers.clear();
    },
  };
}
