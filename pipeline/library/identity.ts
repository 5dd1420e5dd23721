import { Op, QueryTypes, type Transaction, type WhereOptions } from 'sequelize';
import type { SourceId, UserId } from '#core/contract/id.ts';
import { EmbeddingStatus } from '#core/contract/source.ts';
import { bandsOf } from '#core/text/similarity.ts';
import { defineAddress } from './address.model.ts';
import type { Database } from './database.ts';
import { rowSql } from './row-sql.ts';
import type { SourceModel, SourceRow } from './source.model.ts';

const MOST_ALIKE = 8;
/** bound values of one statement */
const PAGE = 200;
/** A source that failed never represents another one. */
const READABLE = [EmbeddingStatus.processing, EmbeddingStatus.ready, EmbeddingStatus.empty];

/** Which source an address, a file or a text already is, within one owner's library. */
export class Identity {
  readonly #database: Database;
  readonly #sources: SourceModel;
  readonly #rows;
  readonly #addresses;

  constructor(database: Database, sources: SourceModel) {
    this.#database = database;
    this.#sources = sources;
    this.#rows = rowSql(database, sources);
    this.#addresses = defineAddress(database.sequelize);
  }

  /**
   * Locks the identities of this owner's sources until the transaction ends. Returns whether
   * another transaction may have run before; always false on SQLite, which has one writer at a
   * time.
   */
  async lock(ownerId: UserId, transaction: Transaction): Promise<boolean> {
    if (this.#database.dialect !== 'postgres') return false;
    await this.#database.sequelize.query(
      'SELECT pg_advisory_xact_lock(hashtextextended($1, 4870))',
      { bind: [ownerId], transaction },
    );
    return true;
  }

  /** The sources that canonical addresses already are, by address; any number of them. */
  async byAddress(
    ownerId: UserId,
    addresses: readonly string[],
    transaction?: Transaction,
  ): Promise<Map<string, SourceRow>> {
    const found = new Map<string, SourceRow>();
    const within = transaction ? { transaction } : {};
    for (let at = 0; at < addresses.length; at += PAGE) {
      const page = addresses.slice(at, at + PAGE);
      const listed = (count: number): string =>
        Array.from({ length: count }, (_, n) => `$${n + 2}`).join(', ');
      const other = await this.#database.sequelize.query<{ address: string; source_id: SourceId }>(
        `SELECT address, source_id FROM source_addresses WHERE owner_id = $1 AND address IN (${listed(page.length)})`,
        { type: QueryTypes.SELECT, bind: [ownerId, ...page], ...within },
      );
      const ids = [...new Set(other.map((row) => row.source_id))];
      const named =
        ids.length > 0
          ? await this.#rows.all(
              `owner_id = $1 AND id IN (${listed(ids.length)}) AND deleted_at IS NULL`,
              [ownerId, ...ids],
              transaction,
            )
          : [];
      const byId = new Map(named.map((row) => [row.id, row]));
      for (const { address, source_id: id } of other) {
        const source = byId.get(id);
        if (source) found.set(address, source);
      }
      for (const row of await this.#rows.all(
        `owner_id = $1 AND canonical_url IN (${listed(page.length)}) AND deleted_at IS NULL`,
        [ownerId, ...page],
        transaction,
      ))
        found.set(row.canonicalUrl, row);
    }
    return found;
  }

  /** Adds addresses to this source, except those of another source. */
  async name(
    source: SourceRow,
    addresses: readonly string[],
    transaction: Transaction,
  ): Promise<void> {
    const existing = await this.byAddress(source.ownerId, addresses, transaction);
    for (const address of addresses) {
      if (!existing.has(address))
        await this.#addresses.upsert(
          { ownerId: source.ownerId, address, sourceId: source.id },
          { transaction },
        );
    }
  }

  /** What `source` was known by is `into` now. */
  async move(source: SourceRow, into: SourceId, transaction: Transaction): Promise<void> {
    await this.#addresses.update(
      { sourceId: into },
      { where: { sourceId: source.id }, transaction },
    );
    await this.#addresses.upsert(
      { ownerId: source.ownerId, address: source.canonicalUrl, sourceId: into },
      { transaction },
    );
    await this.#sources.update(
      { similarTo: into },
      { where: { similarTo: source.id, id: { [Op.ne]: into } }, transaction },
    );
  }
  /** A source that is gone is known by nothing. */
  async forget(id: SourceId, transaction: Transaction): Promise<void> {
    await this.#addresses.destroy({ where: { sourceId: id }, transaction });
    await this.#sources.update({ similarTo: null }, { where: { similarTo: id }, transaction });
  }

  /** Another readable source by one of these addresses. */
  async atAddress(
    source: SourceRow,
    addresses: readonly string[],
    transaction: Transaction,
  ): Promise<SourceId | undefined> {
    const found = await this.byAddress(source.ownerId, addresses, transaction);
    return found.size === 0
      ? undefined
      : this.#oldest(source, { id: [...found.values()].map((row) => row.id) }, transaction);
  }
  /** Another readable source of the same bytes, the oldest. */
  async ofBytes(
    source: SourceRow,
    bytesHash: string,
    transaction: Transaction,
  ): Promise<SourceId | undefined> {
    return this.#oldest(source, { bytesHash }, transaction);
  }
  /** Another readable source of the same medium and text, the oldest. */
  async ofText(
    source: SourceRow,
    textHash: string,
    transaction: Transaction,
  ): Promise<SourceId | undefined> {
    return this.#oldest(source, { textHash, medium: source.medium }, transaction);
  }

  /**
   * Returns a few other sources whose fingerprint agrees in a band, as candidates for comparison.
   * Takes four index lookups, however large the library and however many texts are alike.
   */
  async alike(source: SourceRow, fingerprint: string): Promise<SourceRow[]> {
    const looks = bandsOf(fingerprint).map(({ from, band }) => ({
      band,
      sql: `SELECT id FROM (SELECT id FROM sources WHERE owner_id = ? AND likeness IS NOT NULL AND substr(likeness, ${from}, 8) = ? AND deleted_at IS NULL AND medium = ? AND id <> ? LIMIT ${MOST_ALIKE}) AS look_${from}`,
    }));
    const rows = await this.#database.sequelize.query<{ id: SourceId }>(
      `${looks.map((look) => look.sql).join(' UNION ')} ORDER BY id LIMIT ${MOST_ALIKE}`,
      {
        type: QueryTypes.SELECT,
        replacements: looks.flatMap((look) => [
          source.ownerId,
          look.band,
          source.medium,
          source.id,
        ]),
      },
    );
    return this.#live({ id: rows.map((row) => row.id) });
  }

  /** Locked, so that it is not deleted while another becomes it. */
  async #oldest(
    source: SourceRow,
    where: WhereOptions<SourceRow>,
    transaction: Transaction,
  ): Promise<SourceId | undefined> {
    const row = await this.#sources.findOne({
      where: {
        [Op.and]: [
          where,
          {
            ownerId: source.ownerId,
            id: { [Op.ne]: source.id },
            deletedAt: null,
            embeddingStatus: READABLE,
          },
        ],
      },
      order: [['id', 'ASC']],
      transaction,
      lock: transaction.LOCK.UPDATE,
    });
    return row?.get({ plain: true }).id;
  }
  async #live(where: WhereOptions<SourceRow>, transaction?: Transaction): Promise<SourceRow[]> {
    const rows = await this.#sources.findAll({
      where: { [Op.and]: [where, { deletedAt: null }] },
      transaction: transaction ?? null,
    });
    return rows.map((row) => row.get({ plain: true }));
  }
}
