import { EventEmitter } from 'node:events';
import { Op, type Transaction } from 'sequelize';
import { v7 as uuidv7 } from 'uuid';
import { Fault } from '#core/contract/faults.ts';
import type { SourceId, UserId } from '#core/contract/id.ts';
import type { LibraryState } from '#core/contract/library.ts';
import type { Medium } from '#core/contract/locator.ts';
import {
  EmbeddingStatus,
  STAGES,
  TranscriptStatus,
  WebpageStatus,
  type SourceType,
  type Stage,
} from '#core/contract/source.ts';
import { Artifacts } from './artifacts.ts';
import { PendingAssets } from './pending-assets.ts';
import { Checkpoints } from './checkpoints.ts';
import { Chunks } from './chunks.ts';
import type { Database } from './database.ts';
import { Embeddings } from './embeddings.ts';
import { FileRemovals } from './file-removals.ts';
import { Identity } from './identity.ts';
import { rowSql } from './row-sql.ts';
import { Selection, STATUSES } from './selection.ts';
import { defineSource, type SourcePatch, type SourceRow } from './source.model.ts';
import { Trash } from './trash.ts';
import { Versions } from './versions.ts';

export interface NewSource {
  ownerId: UserId;
  kind: SourceType;
  medium: Medium;
  kindCertain: boolean;
  url: string;
  canonicalUrl: string;
  title: string;
  uploadKey?: string;
  uploadType?: string;
  provider?: number;
  /** the id in an export; a new id is used if it is taken */
  wantedId?: SourceId;
}
export interface SourceFilter {
  ownerId: UserId;
  status?: LibraryState;
  before?: string;
  limit: number;
}

/**
 * Sources, the results of their stages, and their chunks. Every change goes through
 * `database.write`; methods with a transaction parameter must run in one. A removed source is a
 * tombstone (`deletedAt`) that workers notice at their next step.
 */
export class Library {
  /** The results of stages. */
  readonly artifacts: Artifacts;
  readonly chunks: Chunks;
  /** Sources that wait for their images and styles. */
  readonly pendingAssets: PendingAssets;
  /** Finds the source with an address, a file or a text. */
  readonly identity: Identity;
  /** Finished parts of unfinished stages. */
  readonly checkpoints: Checkpoints;
  /** Versions of sources, and when each is refreshed next. */
  readonly versions: Versions;
  /** Selects sources by tag, folder, flag and other filters. */
  readonly selection: Selection;
  /** Deleted sources that can be restored. */
  readonly trash: Trash;
  /** Stored vectors, and sources that wait for theirs. */
  readonly embeddings: Embeddings;
  /** Files to delete once nothing else refers to them. */
  readonly removals: FileRemovals;
  readonly #database: Database;
  readonly #sources;
  readonly #rows;
  readonly #events = new EventEmitter().setMaxListeners(0);

  constructor(database: Database) {
    this.#database = database;
    this.#sources = defineSource(database.sequelize);
    this.#rows = rowSql(database, this.#sources);
    this.artifacts = new Artifacts(database);
    this.chunks = new Chunks(database);
    this.pendingAssets = new PendingAssets(database, this.#sources);
    this.identity = new Identity(database, this.#sources);
    this.versions = new Versions(database, this.#sources, this);
    this.checkpoints = new Checkpoints(database);
    this.embeddings = new Embeddings(database, this.#sources);
    this.selection = new Selection(database, this.#sources);
    this.trash = new Trash(database, this.#sources, this);
    this.removals = new FileRemovals(database);
  }

  /**
   * The listener is called after this process commits a change to a source. Returns a function that
   * removes it.
   */
  onChange(listener: (sourceId: SourceId) => void): () => void {
    this.#events.on('change', listener);
    return () => this.#events.off('change', listener);
  }
  /** Notifies listeners after the open transaction commits. */
  changed(id: SourceId): void {
    this.#database.afterCommit(() => this.#events.emit('change', id));
  }

  /**
   * Adds a source, or returns the one of the library that has this address as its own or as an
   * alias; `created` tells which.
   */
  async add(
    it: NewSource,
    transaction: Transaction,
  ): Promise<{ source: SourceRow; created: boolean }> {
    const there = async () =>
      (await this.identity.byAddress(it.ownerId, [it.canonicalUrl], transaction)).get(
        it.canonicalUrl,
      );
    const same =
      (await there()) ??
      ((await this.identity.lock(it.ownerId, transaction)) ? await there() : undefined);
    if (same) return { source: same, created: false };
    const { provider, uploadKey, uploadType, wantedId, ...fields } = it;
    const id =
      wantedId !== undefined && !(await this.find(wantedId, transaction))
        ? wantedId
        : (uuidv7() as SourceId);
    await this.#rows.insert(
      {
        ...fields,
        id,
        uploadKey: uploadKey ?? null,
        facts: {
          ...(provider === undefined ? {} : { provider }),
          ...(uploadType === undefined ? {} : { uploadType }),
        },
        stage: 'fetch',
        dueAt: new Date(),
        webpageStatus: it.medium === 'flow' ? WebpageStatus.processing : WebpageStatus.done,
      },
      transaction,
    );
    const source = await this.find(id, transaction);
    if (!source) throw new Fault('internal');
    this.changed(id);
    return { source, created: true };
  }

  async find(id: SourceId, transaction?: Transaction): Promise<SourceRow | undefined> {
    return this.#rows.find(id, transaction);
  }

  /** Returns the owner's sources among `ids`, in that order. */
  async ofOwner(ownerId: UserId, ids: readonly SourceId[]): Promise<SourceRow[]> {
    const rows = await this.#sources.findAll({ where: { id: [...ids], ownerId, deletedAt: null } });
    const byId = new Map(rows.map((row) => [row.get('id'), row.get({ plain: true })]));
    return ids.flatMap((id) => byId.get(id) ?? []);
  }

  /** Returns sources, newest first; ids are time-ordered, so `before` (an id) is the cursor. */
  async list(filter: SourceFilter): Promise<SourceRow[]> {
    const rows = await this.#sources.findAll({
      where: {
        ownerId: filter.ownerId,
        deletedAt: null,
        ...(filter.status ? STATUSES[filter.status] : {}),
        ...(filter.before ? { id: { [Op.lt]: filter.before as SourceId } } : {}),
      },
      order: [['id', 'DESC']],
      limit: filter.limit,
    });
    return rows.map((row) => row.get({ plain: true }));
  }

  /** Returns sources of `ids` that changed after `since`, so that a process notices changes by others. */
  async changedSince(ids: readonly SourceId[], since: Date): Promise<SourceRow[]> {
    const rows = await this.#sources.findAll({
      where: { id: [...ids], updatedAt: { [Op.gt]: since } },
    });
    return rows.map((row) => row.get({ plain: true }));
  }

  async idsChangedSince(ids: readonly SourceId[], since: Date): Promise<SourceId[]> {
    const rows = await this.#sources.findAll({
      where: { id: [...ids], updatedAt: { [Op.gt]: since } },
      attributes: ['id'],
    });
    return rows.map((row) => row.get('id') as SourceId);
  }

  /** Stores the last page that can be searched while the rest is read. */
  async readThrough(source: SourceRow, page: number): Promise<void> {
    await this.#database.write(async (transaction) => {
      const [count] = await this.#sources.update(
        { readyThrough: page },
        {
          where: { id: source.id, version: source.version, stage: 'extract', pendingVersion: null },
          transaction,
        },
      );
      if (count > 0) this.changed(source.id);
    });
  }

  async patch(id: SourceId, patch: SourcePatch, transaction: Transaction): Promise<void> {
    await this.#rows.update(id, patch, transaction);
    this.changed(id);
  }

  /**
   * Restarts the source from its first stage and drops the fetched bytes, so that they are fetched
   * again.
   */
  async restart(source: SourceRow, transaction: Transaction): Promise<void> {
    await this.versions.drop(source, transaction);
    await this.artifacts.delete({ sourceId: source.id, version: source.version }, transaction);
    await this.patch(
      source.id,
      {
        stage: 'fetch',
        readyThrough: null,
        assetsDueAt: null,
        dueAt: new Date(),
        progressDone: 0,
        progressTotal: 0,
        errorCode: null,
        errorMessage: null,
        embeddingStatus: EmbeddingStatus.processing,
        transcriptStatus: TranscriptStatus.pending,
        webpageStatus: source.medium === 'flow' ? WebpageStatus.processing : WebpageStatus.done,
      },
      transaction,
    );
  }

  /**
   * Restarts from a later stage, with `patch` applied to the row: as a new version if there is a
   * current one, otherwise as the same version. Returns the version, or undefined while the source
   * is in progress, unless it has not been fetched yet.
   */
  async readAgainFrom(
    source: SourceRow,
    stage: Stage,
    patch: SourcePatch,
    transaction: Transaction,
  ): Promise<number | undefined> {
    if (source.embeddingStatus === EmbeddingStatus.ready) {
      if (!(await this.versions.begin(source, transaction))) return undefined;
      await this.patch(source.id, { stage, pendingPatch: patch }, transaction);
      return source.version + 1;
    }
    if (source.pendingVersion !== null || (source.stage !== null && source.stage !== 'fetch'))
      return undefined;
    await this.artifacts.delete(
      {
        sourceId: source.id,
        version: source.version,
        stage: STAGES.slice(STAGES.indexOf(stage)),
      },
      transaction,
    );
    await this.patch(
      source.id,
      {
        ...patch,
        stage,
        dueAt: new Date(),
        errorCode: null,
        errorMessage: null,
        embeddingStatus: EmbeddingStatus.processing,
        transcriptStatus: TranscriptStatus.pending,
      },
      transaction,
    );
    return source.version;
  }

  /** Merges `source` into `of`, which represents both from now on. */
  async mergeInto(source: SourceRow, of: SourceId, transaction: Transaction): Promise<void> {
    await this.identity.move(source, of, transaction);
    await this.remove(source.id, transaction);
    await this.#sources.update(
      { duplicateOf: of },
      { where: { [Op.or]: [{ id: source.id }, { duplicateOf: source.id }] }, transaction },
    );
  }

  async remove(id: SourceId, transaction: Transaction): Promise<void> {
    await this.identity.forget(id, transaction);
    await this.embeddings.release(id, transaction);
    await this.chunks.delete({ sourceId: id }, transaction);
    await this.removals.noteSource(id, transaction);
    await this.patch(
      id,
      {
        deletedAt: new Date(),
        trash: null,
        stage: null,
        dueAt: null,
        assetsDueAt: null,
        uploadKey: null,
        facts: {},
        pendingPatch: null,
      },
      transaction,
    );
  }

  /** Returns sources whose next stage was due before `before`, for the sweeper. */
  async due(before: Date, limit: number): Promise<SourceRow[]> {
    const rows = await this.#sources.findAll({
      where: { stage: { [Op.ne]: null }, dueAt: { [Op.lt]: before }, deletedAt: null },
      order: [['dueAt', 'ASC']],
      limit,
    });
    return rows.map((row) => row.get({ plain: true }));
  }
  /** Counts the ready sources of the owner. */
  readyCount(ownerId: UserId): Promise<number> {
    return this.#sources.count({
      where: { ownerId, embeddingStatus: EmbeddingStatus.ready, deletedAt: null },
    });
  }
  /** Returns ready sources in order of id, one page at a time, to rebuild an index. */
  async ready(after: SourceId | undefined, limit: number): Promise<SourceRow[]> {
    const rows = await this.#sources.findAll({
      where: {
        embeddingStatus: EmbeddingStatus.ready,
        deletedAt: null,
        ...(after ? { id: { [Op.gt]: after } } : {}),
      },
      order: [['id', 'ASC']],
      limit,
    });
    return rows.map((row) => row.get({ plain: true }));
  }
}
