import { Op, QueryTypes, type Transaction } from 'sequelize';
import { z } from 'zod';
import type { SourceId } from '#core/contract/id.ts';
import { EmbeddingStatus } from '#core/contract/source.ts';
import type { Database } from './database.ts';
import { defineEmbedding, defineEmbeddingUse } from './embedding.model.ts';
import type { SourceModel, SourceRow } from './source.model.ts';

/** The cost of embeddings by one model on one day. */
export interface EmbeddingCost {
  day: string;
  model: string;
  texts: number;
  tokens: number;
}
const Cost = z.object({
  day: z.string(),
  model: z.string(),
  texts: z.coerce.number(),
  tokens: z.coerce.number(),
});

/** Rows that are read or deleted in one statement. */
const SLICE = 500;

/**
 * Stores computed vectors, so that no text is embedded twice; their cost; and which sources are
 * waiting for vectors.
 */
export class Embeddings {
  readonly #database: Database;
  readonly #sources: SourceModel;
  readonly #rows;
  readonly #uses;

  constructor(database: Database, sources: SourceModel) {
    this.#database = database;
    this.#sources = sources;
    this.#rows = defineEmbedding(database.sequelize);
    this.#uses = defineEmbeddingUse(database.sequelize);
  }

  /** Returns those of `hashes` (SHA-256 of texts, in hex) that are stored. */
  async of(model: string, hashes: readonly string[]): Promise<Map<string, Float32Array>> {
    const found = new Map<string, Float32Array>();
    for (let at = 0; at < hashes.length; at += SLICE) {
      const rows = await this.#rows.findAll({
        where: { model, hash: hashes.slice(at, at + SLICE) },
        raw: true,
      });
      // Copies the bytes, because those of a row may be unaligned.
      for (const { hash, vector } of rows as unknown as { hash: string; vector: Uint8Array }[])
        found.set(hash, new Float32Array(new Uint8Array(vector).buffer));
    }
    return found;
  }

  /** Stores the vectors of one call and its cost. */
  async keep(
    model: string,
    made: ReadonlyMap<string, Float32Array>,
    tokens: number,
    now = new Date(),
  ): Promise<void> {
    const rows = [...made].map(([hash, vector]) => ({
      model,
      hash,
      vector: Buffer.from(vector.buffer, vector.byteOffset, vector.byteLength),
    }));
    await this.#database.write(async (transaction) => {
      await this.#rows.bulkCreate(rows, { ignoreDuplicates: true, transaction });
      await this.#count(
        { day: now.toISOString().slice(0, 10), model, texts: rows.length, tokens },
        transaction,
      );
    });
  }

  /** Records the current texts of a source. Deletes vectors of texts that no source uses. */
  async use(sourceId: SourceId, hashes: ReadonlySet<string>): Promise<void> {
    await this.#database.write((transaction) => this.#use(sourceId, hashes, transaction));
  }
  async release(sourceId: SourceId, transaction: Transaction): Promise<void> {
    await this.#use(sourceId, new Set(), transaction);
  }

  async #use(
    sourceId: SourceId,
    hashes: ReadonlySet<string>,
    transaction: Transaction,
  ): Promise<void> {
    const rows = await this.#uses.findAll({ where: { sourceId }, transaction });
    const before = new Set(rows.map((row) => row.get({ plain: true }).hash));
    await this.#uses.bulkCreate(
      [...hashes.difference(before)].map((hash) => ({ sourceId, hash })),
      { ignoreDuplicates: true, transaction },
    );
    const removed = [...before.difference(hashes)];
    for (let at = 0; at < removed.length; at += SLICE) {
      const hash = removed.slice(at, at + SLICE);
      await this.#uses.destroy({ where: { sourceId, hash }, transaction });
      const stillUsed = new Set(
        (await this.#uses.findAll({ where: { hash }, transaction })).map(
          (row) => row.get({ plain: true }).hash,
        ),
      );
      await this.#rows.destroy({
        where: { hash: hash.filter((one) => !stillUsed.has(one)) },
        transaction,
      });
    }
  }

  /** Counts tokens of a text whose vector is not stored, such as a question. */
  async spend(model: string, tokens: number, now = new Date()): Promise<void> {
    await this.#database.write((transaction) =>
      this.#count({ day: now.toISOString().slice(0, 10), model, texts: 1, tokens }, transaction),
    );
  }

  async #count(
    { day, model, texts, tokens }: EmbeddingCost,
    transaction: Transaction,
  ): Promise<void> {
    await this.#database.sequelize.query(
      `INSERT INTO embedding_costs (day, model, texts, tokens) VALUES ($1, $2, $3, $4)
       ON CONFLICT (day, model) DO UPDATE SET texts = embedding_costs.texts + excluded.texts, tokens = embedding_costs.tokens + excluded.tokens`,
      { type: QueryTypes.RAW, bind: [day, model, texts, tokens], transaction },
    );
  }

  /** Returns the costs since `day` (UTC, ISO 8601), newest first. */
  async costs(day: string): Promise<EmbeddingCost[]> {
    return z
      .array(Cost)
      .parse(
        await this.#database.sequelize.query(
          'SELECT day, model, texts, tokens FROM embedding_costs WHERE day >= $1 ORDER BY day DESC, model',
          { type: QueryTypes.SELECT, bind: [day] },
        ),
      );
  }

  /**
   * Ready sources without vectors of this model that no process has claimed, newest first per
   * model.
   */
  async waiting(model: string, limit: number, now = new Date()): Promise<SourceId[]> {
    const ids: SourceId[] = [];
    for (const embeddedBy of othersThan(model)) {
      const rows = await this.#sources.findAll({
        attributes: ['id'],
        where: {
          ...READY,
          embeddedBy,
          stage: null,
          [Op.or]: [{ embedDueAt: null }, { embedDueAt: { [Op.lte]: now } }],
        },
        order: [
          ['embeddedBy', 'DESC'],
          ['id', 'DESC'],
        ],
        limit: limit - ids.length,
      });
      ids.push(...rows.map((row) => row.get({ plain: true }).id));
      if (ids.length === limit) break;
    }
    return ids;
  }
  async countWaiting(model: string): Promise<number> {
    let count = 0;
    for (const embeddedBy of othersThan(model))
      count += await this.#sources.count({ where: { ...READY, embeddedBy } });
    return count;
  }

  /**
   * Claims a waiting source until the given time; returns false if another process was faster. With
   * `mine`, extends the claim.
   */
  async hold(id: SourceId, until: Date, mine = false): Promise<boolean> {
    const [count] = await this.#database.write((transaction) =>
      this.#sources.update(
        { embedDueAt: until },
        {
          where: {
            id,
            ...(mine
              ? {}
              : { [Op.or]: [{ embedDueAt: null }, { embedDueAt: { [Op.lte]: new Date() } }] }),
          },
          transaction,
          silent: true,
        },
      ),
    );
    return count > 0;
  }

  /** Records what the index holds of this version. */
  async indexed(
    { id, version }: Pick<SourceRow, 'id' | 'version'>,
    embeddedBy: string | null,
  ): Promise<void> {
    await this.#database.write((transaction) =>
      this.#sources.update({ embeddedBy }, { where: { id, version }, transaction, silent: true }),
    );
  }

  /** Deletes the vectors of all other models. Returns their number. */
  async dropOthers(model: string): Promise<number> {
    for (let dropped = 0; ; ) {
      const rows = (await this.#rows.findAll({
        attributes: ['model', 'hash'],
        where: { model: { [Op.ne]: model } },
        limit: SLICE,
        raw: true,
      })) as unknown as { model: string; hash: string }[];
      if (rows.length === 0) return dropped;
      const of = Map.groupBy(rows, (row) => row.model);
      await this.#database.write(async (transaction) => {
        for (const [other, hashes] of of)
          await this.#rows.destroy({
            where: { model: other, hash: hashes.map((row) => row.hash) },
            transaction,
          });
      });
      dropped += rows.length;
    }
  }
}

const READY = { embeddingStatus: EmbeddingStatus.ready, deletedAt: null };
/**
 * Queries each range of the table's index separately, because a combined condition would scan the
 * whole library.
 */
const othersThan = (model: string) => [null, { [Op.lt]: model }, { [Op.gt]: model }];
