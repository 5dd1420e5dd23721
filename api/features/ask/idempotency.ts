import { DataTypes, Op, UniqueConstraintError, type Model, type Sequelize } from 'sequelize';
import { Fault } from '#core/contract/faults.ts';
import type { AnswerId, UserId } from '#core/contract/id.ts';
import { sha256 } from '#config/sha256.ts';
import type { Database } from '#pipeline/library/index.ts';

interface AskedRow {
  userId: UserId;
  key: string;
  fingerprint: string;
  /** null until the answer is begun */
  answerId: AnswerId | null;
  tries: number;
  createdAt: Date;
}
const defineAskedOnce = (sequelize: Sequelize) =>
  sequelize.define<Model<AskedRow>>(
    'AskedOnce',
    {
      userId: { type: DataTypes.UUID, primaryKey: true, field: 'user_id' },
      key: { type: DataTypes.STRING(200), primaryKey: true },
      fingerprint: DataTypes.STRING(64),
      answerId: { type: DataTypes.UUID, field: 'answer_id' },
      tries: DataTypes.INTEGER,
      createdAt: { type: DataTypes.DATE, field: 'created_at' },
    },
    { tableName: 'asked_once', timestamps: false },
  );

/** ms between taking a key and starting its answer */
const BEGINS_MS = 120_000;
/** ms after which a key may be used for another question */
const KEPT_MS = 24 * 3600_000;

/** Idempotency keys of clients: requests with the same key are one question. */
export class IdempotencyKeys {
  readonly #database: Database;
  readonly #rows;
  constructor(database: Database) {
    this.#database = database;
    this.#rows = defineAskedOnce(database.sequelize);
  }
  /**
   * Returns undefined for a new key, which is now taken; otherwise its answer and the number of
   * attempts. Faults: `bad_request` for an invalid key, `conflict` if the key belongs to another
   * question, `generating` while the answer is about to begin.
   */
  async take(
    userId: UserId,
    key: string,
    question: unknown,
  ): Promise<{ answerId: AnswerId; tries: number } | undefined> {
    if (!/^[\x21-\x7e]{8,200}$/.test(key))
      throw new Fault('bad_request', {
        message: 'Idempotency-Key must have 8 to 200 characters, for example a UUID.',
      });
    const fingerprint = sha256(JSON.stringify(question));
    const now = Date.now();
    const over = [
      { createdAt: { [Op.lt]: new Date(now - KEPT_MS) } },
      { key, answerId: null, createdAt: { [Op.lt]: new Date(now - BEGINS_MS) } },
    ];
    const free = await this.#database
      .write(async (transaction) => {
        await this.#rows.destroy({ where: { userId, [Op.or]: over }, transaction });
        if ((await this.#rows.count({ where: { userId, key }, transaction })) > 0) return false;
        await this.#rows.create(
          { userId, key, fingerprint, answerId: null, tries: 1, createdAt: new Date(now) },
          { transaction },
        );
        return true;
      })
      .catch((error: unknown) => {
        // Another server took it at the same time.
        if (!(error instanceof UniqueConstraintError)) throw error;
        return false;
      });
    if (free) return undefined;
    const row = (await this.#rows.findOne({ where: { userId, key } }))?.get({ plain: true });
    if (row && row.fingerprint !== fingerprint)
      throw new Fault('conflict', {
        message: 'This Idempotency-Key was already used for another question.',
      });
    if (!row || row.answerId === null) throw new Fault('generating');
    return { answerId: row.answerId, tries: row.tries };
  }
  async begun(userId: UserId, key: string, answerId: AnswerId): Promise<void> {
    await this.#database.write((transaction) =>
      this.#rows.update({ answerId }, { where: { userId, key }, transaction }),
    );
  }
  /**
   * Of several retries one proceeds; until its answer is `begun`, the key counts as taken. Faults:
   * `generating`.
   */
  async again(userId: UserId, key: string, tries: number): Promise<void> {
    const [taken] = await this.#database.write((transaction) =>
      this.#rows.update(
        { tries: tries + 1, answerId: null, createdAt: new Date() },
        { where: { userId, key, tries }, transaction },
      ),
    );
    if (taken !== 1) throw new Fault('generating');
  }
  /** Frees a key whose answer did not start. */
  async free(userId: UserId, key: string): Promise<void> {
    await this.#database.write((transaction) =>
      this.#rows.destroy({ where: { userId, key }, transaction }),
    );
  }
}
