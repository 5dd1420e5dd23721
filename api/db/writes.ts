import { AsyncLocalStorage } from 'node:async_hooks';
import { setTimeout as pause } from 'node:timers/promises';
import { type Sequelize, Transaction } from 'sequelize';
import type { Log } from '#config/log.ts';
import type { Database } from '#pipeline/library/index.ts';
import { databaseFault, isTransient } from './database-faults.ts';

const SLOW_WRITE_MS = 2000;
const MOST_TRIES = 4;

type Work<T> = (transaction: Transaction) => Promise<T>;
interface Write {
  transaction: Transaction;
  isOpen: boolean;
  afterCommit: (() => void)[];
}

/**
 * Runs writes in transactions. SQLite: one write at a time in this process, which waits its turn
 * before BEGIN IMMEDIATE; other processes are waited for by the driver. PostgreSQL: READ COMMITTED
 * over a pool; a serialization failure or a deadlock runs the write again, at most three times.
 */
export class Writes {
  readonly #sequelize: Sequelize;
  readonly #dialect: Database['dialect'];
  readonly #log: Log;
  readonly #current = new AsyncLocalStorage<Write>();
  #last: Promise<unknown> = Promise.resolve();

  constructor(sequelize: Sequelize, dialect: Database['dialect'], log: Log) {
    this.#sequelize = sequelize;
    this.#dialect = dialect;
    this.#log = log;
  }

  /** Resolves when the last write of SQLite has ended. */
  get settled(): Promise<unknown> {
    return this.#last;
  }

  /** A write within a write belongs to the same transaction. */
  run<T>(work: Work<T>): Promise<T> {
    const outer = this.#current.getStore();
    // Work that continues after its write has ended no longer belongs to it.
    if (outer?.isOpen) return work(outer.transaction);
    if (this.#dialect === 'postgres') return this.#retry(work);
    const run = this.#last.then(() => this.#retry(work));
    this.#last = run.catch(() => undefined);
    return run;
  }

  /** Runs `hook` after the current write is committed, or at once outside of a write. */
  afterCommit(hook: () => void): void {
    const outer = this.#current.getStore();
    if (outer?.isOpen) outer.afterCommit.push(hook);
    else this.#runHook(hook);
  }

  async #retry<T>(work: Work<T>): Promise<T> {
    for (let tried = 1; ; tried += 1) {
      try {
        return await this.#transact(work);
      } catch (error) {
        if (this.#dialect === 'sqlite' || tried === MOST_TRIES || !isTransient(error))
          throw databaseFault(error);
        await pause(Math.random() * 20 * 2 ** tried);
      }
    }
  }

  async #transact<T>(work: Work<T>): Promise<T> {
    const hooks: (() => void)[] = [];
    const options =
      this.#dialect === 'sqlite'
        ? { type: Transaction.TYPES.IMMEDIATE }
        : { isolationLevel: Transaction.ISOLATION_LEVELS.READ_COMMITTED };
    const startedAt = performance.now();
    const result = await this.#sequelize.transaction(options, (transaction) => {
      const write: Write = { transaction, isOpen: true, afterCommit: hooks };
      return this.#current
        .run(write, () => work(transaction))
        .finally(() => {
          write.isOpen = false;
        });
    });
    const ms = Math.round(performance.now() - startedAt);
    if (ms > SLOW_WRITE_MS) this.#log.warn({ ms }, 'A write held the database for long');
    for (const hook of hooks) this.#runHook(hook);
    return result;
  }

  #runHook(hook: () => void): void {
    try {
      this.#current.exit(hook);
    } catch (error) {
      this.#log.error({ err: error }, 'A callback after a commit failed; the commit is in effect');
    }
  }
}
