import { EventEmitter } from 'node:events';
import { setImmediate } from 'node:timers/promises';
import { literal, Op, QueryTypes, type Transaction } from 'sequelize';
import { v7 as uuidv7 } from 'uuid';
import { Fault, type FaultCode } from '#core/contract/faults.ts';
import type { SourceId, UserId } from '#core/contract/id.ts';
import type { Medium } from '#core/contract/locator.ts';
import {
  EmbeddingStatus,
  STAGES,
  TranscriptStatus,
  WebpageStatus,
  type SourceType,
  type Stage,
} from '#core/contract/source.ts';
import { defineArtifact } from './artifact.model.ts';
import { Checkpoints } from './checkpoints.ts';
import { defineChunk, type ChunkRow } from './chunk.model.ts';
import type { Database } from './database.ts';
import { Embeddings } from './embeddings.ts';
import { FileRemovals } from './file-removals.ts';
import { Identity } from './identity.ts';
import { rowSql } from './row-sql.ts';
import { Selection, STATES } from './selection.ts';
import { defineSource, type SourceRow } from './source.model.ts';
import { nextRefresh, Versions } from './versions.ts';

export interface NewSource {
  ownerId: UserId;
  kind: SourceType;
  medium: Medium;
  kindCertain: boolean;
  url: string;
  canonicalUrl: string;
  title: string;
  uploadKey?: string;
  provider?: number;
  /** of an export; another one where that is taken */
  wantedId?: SourceId;
}
export type SourcePatch = Partial<Omit<SourceRow, 'id' | 'ownerId' | 'createdAt' | 'updatedAt'>>;
export interface SourceFilter {
  ownerId: UserId;
  query?: string;
  /** one of its owner's */
  tag?: string;
  kind?: SourceType;
  state?: 'processing' | 'ready' | 'failed';
  before?: string;
  limit: number;
}

/**
 * Chunks per SQL statement. Chunks of texts with many short paragraphs hold hundreds of pieces
 * each.
 */
const CHUNKS_AT_ONCE = 100;
const CHUNK_TEXTS_AT_ONCE = 1_000;

const SETTLED = { stage: null, dueAt: null, progressDone: 0, progressTotal: 0 } as const;

/**
 * Sources, what their stages left, and their passages. Every change goes through `database.write`;
 * methods that take a transaction belong inside one. A removed source is a tombstone (`deletedAt`)
 * that workers see at their next step.
 */
export class Library {
  /** Which source an address, a file or a text already is. */
  readonly identity: Identity;
  /** What unfinished stages have done already. */
  readonly checkpoints: Checkpoints;
  /** What is kept of each version, and when the next is looked for. */
  readonly versions: Versions;
  /** Which sources bear a mark. */
  readonly selection: Selection;
  /** Vectors that were paid for, and which sources wait for theirs. */
  readonly embeddings: Embeddings;
  /** Files that are to go, once nothing else refers to them. */
  readonly removals: FileRemovals;
  readonly #database: Database;
  readonly #sources;
  readonly #rows;
  readonly #artifacts;
  readonly #chunks;
  readonly #events = new EventEmitter().setMaxListeners(0);

  constructor(database: Database) {
    this.#database = database;
    this.#sources = defineSource(database.sequelize);
    this.#rows = rowSql(database, this.#sources);
    this.#artifacts = defineArtifact(database.sequelize);
    this.#chunks = defineChunk(database.sequelize);
    this.identity = new Identity(database, this.#sources);
    this.versions = new Versions(database, this.#sources);
    this.checkpoints = new Checkpoints(database);
    this.embeddings = new Embeddings(database, this.#sources);
    this.selection = new Selection(database, this.#sources);
    this.removals = new FileRemovals(database);
  }

  /**
   * Called after the commit of any change to a source made by this process. Returns the way to stop
   * listening.
   */
  onChange(listener: (sourceId: SourceId) => void): () => void {
    this.#events.on('change', listener);
    return () => this.#events.off('change', listener);
  }
  #changed(id: SourceId): void {
    this.#database.afterCommit(() => this.#events.emit('change', id));
  }

  /**
   * The same address in the same library, its own or another it is known by, is the same source:
   * `created` tells which it was.
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
    const { provider, uploadKey, wantedId, ...fields } = it;
    const id =
      wantedId !== undefined && !(await this.find(wantedId, transaction))
        ? wantedId
        : (uuidv7() as SourceId);
    await this.#rows.insert(
      {
        ...fields,
        id,
        uploadKey: uploadKey ?? null,
        facts: provider === undefined ? {} : { provider },
        stage: 'fetch',
        dueAt: new Date(),
        webpageStatus: it.medium === 'flow' ? WebpageStatus.processing : WebpageStatus.done,
      },
      transaction,
    );
    const source = await this.find(id, transaction);
    if (!source) throw new Fault('internal');
    this.#changed(id);
    return { source, created: true };
  }

  async find(id: SourceId, transaction?: Transaction): Promise<SourceRow | undefined> {
    return this.#rows.find(id, transaction);
  }

  /** The owner's sources among `ids`, in that order. */
  async ofOwner(ownerId: UserId, ids: readonly SourceId[]): Promise<SourceRow[]> {
    const rows = await this.#sources.findAll({ where: { id: [...ids], ownerId, deletedAt: null } });
    const byId = new Map(rows.map((row) => [row.get('id'), row.get({ plain: true })]));
    return ids.flatMap((id) => byId.get(id) ?? []);
  }

  /** Newest first; ids are time-ordered, so `before` (an id) is the cursor. */
  async list(filter: SourceFilter): Promise<SourceRow[]> {
    const rows = await this.#sources.findAll({
      where: {
        ownerId: filter.ownerId,
        deletedAt: null,
        ...(filter.kind ? { kind: filter.kind } : {}),
        ...(filter.state ? STATES[filter.state] : {}),
        ...(filter.before ? { id: { [Op.lt]: filter.before as SourceId } } : {}),
        [Op.and]: [
          ...(filter.query ? [this.selection.named(filter.query)] : []),
          ...(filter.tag ? [literal(this.selection.tagged(filter.tag))] : []),
        ],
      },
      order: [['id', 'DESC']],
      limit: filter.limit,
    });
    return rows.map((row) => row.get({ plain: true }));
  }

  /** Sources of `ids` changed after `since`; how one process sees what another did. */
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

  /** How far a source can be searched while the rest of it is read. */
  async readThrough(source: SourceRow, page: number): Promise<void> {
    await this.#database.write(async (transaction) => {
      const [count] = await this.#sources.update(
        { readyThrough: page },
        {
          where: { id: source.id, version: source.version, stage: 'extract', pendingVersion: null },
          transaction,
        },
      );
      if (count > 0) this.#changed(source.id);
    });
  }

  async patch(id: SourceId, patch: SourcePatch, transaction: Transaction): Promise<void> {
    await this.#rows.update(id, patch, transaction);
    this.#changed(id);
  }

  /**
   * Ends what is being read. A first version has failed; a refresh leaves the version before as it
   * was.
   */
  async fail(
    source: SourceRow,
    code: FaultCode,
    message: string,
    transaction: Transaction,
  ): Promise<void> {
    if (source.pendingVersion !== null) {
      await this.dropVersion(source, transaction, { code, message, at: new Date().toISOString() });
      return;
    }
    if (source.stage === 'refresh') {
      await this.patch(
        source.id,
        { refreshError: { code, message, at: new Date().toISOString() }, ...SETTLED },
        transaction,
      );
      return;
    }
    await this.patch(
      source.id,
      { ...failedStatus(source, code), errorCode: code, errorMessage: message, ...SETTLED },
      transaction,
    );
  }

  /**
   * Starts a refresh, which reads a new version next to the current one. Returns false if the
   * source is in progress or, with `dueBy`, if another scheduler has already refreshed it.
   */
  async beginVersion(source: SourceRow, transaction: Transaction, dueBy?: Date): Promise<boolean> {
    const [count] = await this.#sources.update(
      {
        pendingVersion: source.version + 1,
        pendingPatch: {},
        stage: 'fetch',
        dueAt: new Date(),
        nextRefreshAt: null,
        refreshError: null,
      },
      {
        where: {
          id: source.id,
          version: source.version,
          stage: null,
          pendingVersion: null,
          deletedAt: null,
          ...(dueBy ? { nextRefreshAt: { [Op.lte]: dueBy } } : {}),
        },
        transaction,
      },
    );
    if (count > 0) this.#changed(source.id);
    return count > 0;
  }
  /** The pending version takes the place of the one before, which stays readable. */
  async takeVersion(source: SourceRow, transaction: Transaction): Promise<void> {
    if (source.pendingVersion === null) return;
    await this.#chunks.destroy({
      where: { sourceId: source.id, version: source.version },
      transaction,
    });
    // The last check of a source that was never refreshed is when it was added.
    await this.versions.keep(
      source,
      source.version === 1 ? source.createdAt : (source.refreshedAt ?? source.createdAt),
      transaction,
    );
    await this.versions.keep(asBeingRead(source), new Date(), transaction);
    await this.patch(
      source.id,
      {
        ...source.pendingPatch,
        version: source.pendingVersion,
        pendingVersion: null,
        pendingPatch: null,
        refreshError: null,
        nextRefreshAt: nextRefresh(source),
      },
      transaction,
    );
  }
  /** Forgets the pending version: nothing had changed, or it could not be read (`error`). */
  async dropVersion(
    source: SourceRow,
    transaction: Transaction,
    error: SourceRow['refreshError'] = null,
  ): Promise<void> {
    if (source.pendingVersion === null) return;
    const where = { sourceId: source.id, version: source.pendingVersion };
    await this.#artifacts.destroy({ where, transaction });
    await this.#chunks.destroy({ where, transaction });
    await this.patch(
      source.id,
      {
        pendingVersion: null,
        pendingPatch: null,
        refreshError: error,
        nextRefreshAt: nextRefresh(source),
        ...(error ? {} : { refreshedAt: new Date() }),
        ...SETTLED,
      },
      transaction,
    );
  }

  /**
   * Restarts the source from its first stage and drops the fetched bytes, so that they are fetched
   * again.
   */
  async restart(source: SourceRow, transaction: Transaction): Promise<void> {
    await this.dropVersion(source, transaction);
    await this.#artifacts.destroy({
      where: { sourceId: source.id, version: source.version },
      transaction,
    });
    await this.patch(
      source.id,
      {
        stage: 'fetch',
        readyThrough: null,
        dueAt: new Date(),
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
      if (!(await this.beginVersion(source, transaction))) return undefined;
      await this.patch(source.id, { stage, pendingPatch: patch }, transaction);
      return source.version + 1;
    }
    if (source.pendingVersion !== null || (source.stage !== null && source.stage !== 'fetch'))
      return undefined;
    await this.#artifacts.destroy({
      where: {
        sourceId: source.id,
        version: source.version,
        stage: STAGES.slice(STAGES.indexOf(stage)),
      },
      transaction,
    });
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
    await this.#chunks.destroy({ where: { sourceId: id }, transaction });
    await this.removals.noteSource(id, transaction);
    await this.patch(
      id,
      {
        deletedAt: new Date(),
        stage: null,
        dueAt: null,
        uploadKey: null,
        facts: {},
        pendingPatch: null,
      },
      transaction,
    );
  }

  async artifact(sourceId: SourceId, version: number, stage: Stage): Promise<unknown> {
    return (await this.#artifacts.findOne({ where: { sourceId, version, stage } }))?.get('body');
  }
  async keepArtifact(
    sourceId: SourceId,
    version: number,
    stage: Stage,
    body: unknown,
    transaction: Transaction,
  ): Promise<void> {
    await this.#database.sequelize.query(
      'INSERT INTO artifacts (source_id, version, stage, body) VALUES ($1, $2, $3, $4) ON CONFLICT (source_id, version, stage) DO UPDATE SET body = excluded.body',
      { type: QueryTypes.RAW, bind: [sourceId, version, stage, JSON.stringify(body)], transaction },
    );
  }

  async replaceChunks(
    sourceId: SourceId,
    version: number,
    chunks: readonly ChunkRow[],
    transaction: Transaction,
  ): Promise<void> {
    await this.#chunks.destroy({ where: { sourceId, version }, transaction });
    for (let from = 0; from < chunks.length; from += CHUNKS_AT_ONCE) {
      const batch = chunks.slice(from, from + CHUNKS_AT_ONCE);
      await this.#chunks.bulkCreate(
        batch.map((chunk) => ({ ...chunk })),
        { transaction },
      );
      // One statement is written within one turn of the event loop.
      await setImmediate();
    }
  }
  async chunks(sourceId: SourceId, version: number): Promise<ChunkRow[]> {
    const rows = await this.#chunks.findAll({
      where: { sourceId, version },
      order: [['ordinal', 'ASC']],
    });
    return rows.map((row) => row.get({ plain: true }));
  }

  /** The ids and texts of a version's passages, in no order. */
  async chunkTexts(sourceId: SourceId, version: number): Promise<{ id: string; text: string }[]> {
    const all: { id: string; text: string }[] = [];
    for (let after = ''; ; ) {
      const page = await this.#database.sequelize.query<{ id: string; text: string }>(
        'SELECT id, text FROM chunks WHERE source_id = $1 AND version = $2 AND id > $3 ORDER BY id LIMIT $4',
        { type: QueryTypes.SELECT, bind: [sourceId, version, after, CHUNK_TEXTS_AT_ONCE] },
      );
      all.push(...page);
      const last = page.at(-1);
      if (!last || page.length < CHUNK_TEXTS_AT_ONCE) return all;
      after = last.id;
      // One statement is read within one turn of the event loop.
      await setImmediate();
    }
  }

  /** The number of passages of each source's current version. */
  async passageCounts(
    sources: readonly Pick<SourceRow, 'id' | 'version'>[],
  ): Promise<Map<SourceId, number>> {
    if (sources.length === 0) return new Map();
    const rows = await this.#database.sequelize.query<{
      sourceId: SourceId;
      version: number;
      count: number | string;
    }>(
      'SELECT source_id AS "sourceId", version, count(*) AS "count" FROM chunks WHERE source_id IN (:ids) GROUP BY source_id, version',
      { type: QueryTypes.SELECT, replacements: { ids: sources.map(({ id }) => id) } },
    );
    const standing = new Map(sources.map(({ id, version }) => [id, version]));
    return new Map(
      rows.flatMap(({ sourceId, version, count }) =>
        standing.get(sourceId) === version ? [[sourceId, Number(count)] as const] : [],
      ),
    );
  }

  /**
   * Sources whose next stage has been due since before `before`: what the sweeper enqueues again.
   */
  async due(before: Date, limit: number): Promise<SourceRow[]> {
    const rows = await this.#sources.findAll({
      where: { stage: { [Op.ne]: null }, dueAt: { [Op.lt]: before }, deletedAt: null },
      order: [['dueAt', 'ASC']],
      limit,
    });
    return rows.map((row) => row.get({ plain: true }));
  }
  /** All ready sources in order of id, a page at a time: for rebuilding an index. */
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

/** The version that stages read of a source. */
export const versionBeingRead = (source: SourceRow): number =>
  source.pendingVersion ?? source.version;
/**
 * The row as its stages see it: in the version being read, with what they have learnt of it so far.
 */
export const asBeingRead = (source: SourceRow): SourceRow =>
  source.pendingVersion === null
    ? source
    : { ...source, ...source.pendingPatch, version: source.pendingVersion };

/**
 * The spec's status codes for a failure. A transcript that is not there is not an error of the
 * source: it can still be watched.
 */
function failedStatus(
  source: SourceRow,
  code: FaultCode,
): Pick<SourceRow, 'embeddingStatus' | 'transcriptStatus' | 'webpageStatus'> {
  const nothing = code === 'no_text' || code === 'no_transcript';
  const embeddingStatus =
    code === 'timed_out'
      ? EmbeddingStatus.timedOut
      : nothing
        ? EmbeddingStatus.empty
        : EmbeddingStatus.unreadable;
  return {
    embeddingStatus,
    transcriptStatus: source.medium === 'timed' ? TranscriptStatus.none : source.transcriptStatus,
    webpageStatus: source.medium === 'flow' ? WebpageStatus.failed : WebpageStatus.done,
  };
}
