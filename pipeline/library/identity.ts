import { Op, QueryTypes, type Transaction } from 'sequelize';
import type { SourceId, UserId } from '#core/contract/id.ts';
import { EmbeddingStatus } from '#core/contract/source.ts';
import { bandsOf } from '#core/text/similarity.ts';
import { defineAddress } from './address.model.ts';
import type { Database } from './database.ts';
import { rowSql } from './row-sql.ts';
import type { SourceModel, SourceRow } from './source.model.ts';

const MOST_ALIKE = 8;
/** bound values per statement */
const PAGE = 200;
/** A source that failed never represents another one. */
const READABLE = [EmbeddingStatus.processing, EmbeddingStatus.ready, EmbeddingStatus.empty];

const parameters = (count: number, first: number): string =>
  Array.from({ length: count }, (_, n) => `$${n + first}`).join(', ');

/** Finds the source that has an address, a file or a text, within one owner's library. */
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

  /** Returns the sources that have these canonical addresses, by address; takes any number of addresses. */
  async byAddress(
    ownerId: UserId,
    addresses: readonly string[],
    transaction?: Transaction,
  ): Promise<Map<string, SourceRow>> {
    const found = new Map<string, SourceRow>();
    const within = transaction ? { transaction } : {};
    for (let at = 0; at < addresses.length; at += PAGE) {
      const page = addresses.slice(at, at + PAGE);
      const other = await this.#database.sequelize.query<{ address: string; source_id: SourceId }>(
        `SELECT address, source_id FROM source_addresses WHERE owner_id = $1 AND address IN (${parameters(page.length, 2)})`,
        { type: QueryTypes.SELECT, bind: [ownerId, ...page], ...within },
      );
      const ids = [...new Set(other.map((row) => row.source_id))];
      const named =
        ids.length > 0
          ? await this.#rows.all(
              `owner_id = $1 AND id IN (${parameters(ids.length, 2)}) AND deleted_at IS NULL`,
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
        `owner_id = $1 AND canonical_url IN (${parameters(page.length, 2)}) AND deleted_at IS NULL`,
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

  /** Moves the addresses of `source` to `into`. */
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
  /** Deletes the addresses of a removed source. */
  async forget(id: SourceId, transaction: Transaction): Promise<void> {
    await this.#addresses.destroy({ where: { sourceId: id }, transaction });
    await this.#sources.update({ similarTo: null }, { where: { similarTo: id }, transaction });
  }

  /** Returns another readable source with one of these addresses. */
  async atAddress(
    source: SourceRow,
    addresses: readonly string[],
    transaction: Transaction,
  ): Promise<SourceId | undefined> {
    const found = await this.byAddress(source.ownerId, addresses, transaction);
    const ids = [...found.values()].map((row) => row.id);
    return ids.length === 0
      ? undefined
      : this.#oldest(source, `id IN (${parameters(ids.length, 3)})`, ids, transaction);
  }
  /** Returns the oldest other readable source with the same bytes. */
  async ofBytes(
    source: SourceRow,
    bytesHash: string,
    transaction: Transaction,
  ): Promise<SourceId | undefined> {
    return this.#oldest(source, 'bytes_hash = $3', [bytesHash], transaction);
  }
  /** Returns the oldest other readable source with the same medium and text. */
  async ofText(
    source: SourceRow,
    textHash: string,
    transaction: Transaction,
  ): Promise<SourceId | undefined> {
    return this.#oldest(
      source,
      'text_hash = $3 AND medium = $4',
      [textHash, source.medium],
      transaction,
    );
  }

  /**
   * Returns a few other sources whose fingerprint agrees in a band, as candidates for comparison.
   * Takes four index lookups, whatever the size of the library and the number of similar texts.
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
    if (rows.length === 0) return [];
    return this.#rows.all(
      `id IN (${parameters(rows.length, 1)}) AND deleted_at IS NULL`,
      rows.map((row) => row.id),
    );
  }

  /**
   * `condition` has its parameters from `$3` on. The row is locked, so that it is not deleted while
   * another becomes it.
   */
  async #oldest(
    source: SourceRow,
    condition: string,
    bind: readonly unknown[],
    transaction: Transaction,
  ): Promise<SourceId | undefined> {
    const lock = this.#database.dialect === 'postgres' ? ' FOR UPDATE' : '';
    const [row] = await this.#rows.all(
      `owner_id = $1 AND id <> $2 AND deleted_at IS NULL AND embedding_status IN (${READABLE.join(', ')}) AND ${condition} ORDER BY id LIMIT 1${lock}`,
      [source.ownerId, source.id, ...bind],
      transaction,
    );
    return row?.id;
  }
}
