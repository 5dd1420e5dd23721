import { DataTypes, literal, type Model, type Transaction } from 'sequelize';
import type { Log } from '#config/log.ts';
import type { Database } from '#pipeline/library/index.ts';

/** interval of checks for changes of other processes, in ms */
const LOOK_MS = 1_000;

/**
 * Notifies every process that a person has lost access, so that it checks their open streams and
 * sockets again.
 */
export class AccessChanges {
  readonly #database: Database;
  readonly #log: Log;
  readonly #row;
  readonly #listeners = new Set<() => void>();
  #seen: number | undefined;
  #timer: NodeJS.Timeout | undefined;
  constructor(database: Database, log: Log) {
    this.#database = database;
    this.#log = log;
    this.#row = database.sequelize.define<Model<{ id: number; count: number }>>(
      'AccessChange',
      { id: { type: DataTypes.INTEGER, primaryKey: true }, count: DataTypes.BIGINT },
      { tableName: 'access_changes', timestamps: false },
    );
  }
  /** Must be called in the transaction that revokes access. */
  async note(transaction: Transaction): Promise<void> {
    await this.#row.update({ count: literal('count + 1') }, { where: { id: 1 }, transaction });
    this.#database.afterCommit(() => {
      void this.#look();
    });
  }
  /** Calls `listener` after each change in any process. */
  onChange(listener: () => void): void {
    this.#listeners.add(listener);
    this.#timer ??= setInterval(() => {
      void this.#look();
    }, LOOK_MS).unref();
    if (this.#seen === undefined) void this.#look();
  }
  async #look(): Promise<void> {
    try {
      const count = Number((await this.#row.findByPk(1))?.get('count'));
      const changed = this.#seen !== undefined && count !== this.#seen;
      this.#seen = count;
      if (changed) for (const listener of this.#listeners) listener();
    } catch (error) {
      this.#log.debug({ err: error }, 'could not check for changes of access');
    }
  }
  stop(): void {
    clearInterval(this.#timer);
  }
}
