import { literal, Op, type Transaction } from 'sequelize';
import { Fault } from '#core/contract/faults.ts';
import type { SourceId, UserId } from '#core/contract/id.ts';
import { TRASH_DAYS } from '#core/contract/library.ts';
import { EmbeddingStatus, type Stage } from '#core/contract/source.ts';
import type { Artifacts } from './artifacts.ts';
import type { Database } from './database.ts';
import type { Identity } from './identity.ts';
import type { HeldBy, SourceModel, SourcePatch, SourceRow } from './source.model.ts';
import type { Versions } from './versions.ts';

const DAY_MS = 24 * 3600 * 1000;
const EMPTIED_AT_ONCE = 100;
const inTrash = () => literal('trash IS NOT NULL');

/** The parts of the library that the trash uses. */
interface TrashPorts {
  artifacts: Artifacts;
  identity: Identity;
  versions: Versions;
  find(id: SourceId, transaction: Transaction): Promise<SourceRow | undefined>;
  patch(id: SourceId, patch: SourcePatch, transaction: Transaction): Promise<void>;
  restart(source: SourceRow, transaction: Transaction): Promise<void>;
  remove(id: SourceId, transaction: Transaction): Promise<void>;
}

/**
 * Deleted sources that can be restored. They are tombstones, so they aren't listed, found or
 * processed, but keep their files, artifacts, chunks and vectors.
 */
export class Trash {
  readonly #database: Database;
  readonly #sources: SourceModel;
  readonly #library: TrashPorts;
  constructor(database: Database, sources: SourceModel, library: TrashPorts) {
    this.#database = database;
    this.#sources = sources;
    this.#library = library;
  }

  /** `threads`: the threads that contained it, to which a restore returns it. */
  async put(source: SourceRow, threads: HeldBy[], transaction: Transaction): Promise<void> {
    await this.#library.versions.drop(source, transaction);
    await this.#library.patch(
      source.id,
      { deletedAt: new Date(), trash: { threads }, stage: null, dueAt: null, assetsDueAt: null },
      transaction,
    );
  }

  /**
   * Returns the stage that the source continues with; undefined if none is due. A source that was
   * still being processed starts again. Faults: `conflict` if its address was added again.
   */
  async restore(source: SourceRow, transaction: Transaction): Promise<Stage | undefined> {
    const { id, ownerId, canonicalUrl, version, embeddingStatus } = source;
    const { identity, artifacts } = this.#library;
    await identity.lock(ownerId, transaction);
    if ((await identity.byAddress(ownerId, [canonicalUrl], transaction)).size > 0)
      throw new Fault('conflict', {
        message: 'This link was added to your library again. Delete that source first.',
      });
    await this.#library.patch(id, { deletedAt: null, trash: null }, transaction);
    if (embeddingStatus === EmbeddingStatus.processing) {
      await this.#library.restart(source, transaction);
      return 'fetch';
    }
    if (embeddingStatus !== EmbeddingStatus.ready) return undefined;
    await artifacts.delete({ sourceId: id, version, stage: ['index'] }, transaction);
    await this.#library.patch(id, { stage: 'index', dueAt: new Date() }, transaction);
    return 'index';
  }

  async ofOwner(ownerId: UserId, ids: readonly SourceId[]): Promise<SourceRow[]> {
    const rows = await this.#sources.findAll({
      where: { id: [...ids], ownerId, [Op.and]: inTrash() },
    });
    return rows.map((row) => row.get({ plain: true }));
  }

  /** Lists the trash, last deleted first; `before` (an id) is the cursor. */
  async list(ownerId: UserId, limit: number, before?: SourceId): Promise<SourceRow[]> {
    const [last] = before ? await this.ofOwner(ownerId, [before]) : [];
    const rows = await this.#sources.findAll({
      where: {
        ownerId,
        [Op.and]: inTrash(),
        ...(last
          ? {
              [Op.or]: [
                { deletedAt: { [Op.lt]: last.deletedAt } },
                { deletedAt: last.deletedAt, id: { [Op.lt]: last.id } },
              ],
            }
          : {}),
      },
      order: [
        ['deletedAt', 'DESC'],
        ['id', 'DESC'],
      ],
      limit,
    });
    return rows.map((row) => row.get({ plain: true }));
  }

  /**
   * Permanently deletes sources that have been in the trash for `TRASH_DAYS`, a few at a time.
   * Returns their ids.
   */
  async emptyExpired(now = new Date()): Promise<SourceId[]> {
    const rows = await this.#sources.findAll({
      attributes: ['id'],
      where: {
        deletedAt: { [Op.lte]: new Date(now.getTime() - TRASH_DAYS * DAY_MS) },
        [Op.and]: inTrash(),
      },
      limit: EMPTIED_AT_ONCE,
    });
    const ids = rows.map((row) => row.get('id') as SourceId);
    for (const id of ids)
      await this.#database.write(async (transaction) => {
        if ((await this.#library.find(id, transaction))?.trash)
          await this.#library.remove(id, transaction);
      });
    return ids;
  }
}
