import { Op, type Transaction } from 'sequelize';
import type { FaultCode } from '#core/contract/faults.ts';
import type { SourceId } from '#core/contract/id.ts';
import { EmbeddingStatus, TranscriptStatus, WebpageStatus } from '#core/contract/source.ts';
import { addInterval } from '#core/text/interval.ts';
import { HELD } from './artifact.model.ts';
import type { Artifacts } from './artifacts.ts';
import type { Chunks } from './chunks.ts';
import type { Database } from './database.ts';
import { isHeld, putHeldAside, restoreHeld } from './held-version.ts';
import type { SourceModel, SourcePatch, SourceRow } from './source.model.ts';
import { defineVersion, type VersionRow } from './version.model.ts';

/** When a source that was checked at `now` is due again; null if it is never refreshed. */
const nextRefresh = (
  { refreshEvery }: Pick<SourceRow, 'refreshEvery'>,
  now = new Date(),
): Date | null => (refreshEvery === null ? null : addInterval(now, refreshEvery));

/** Fields of a source that no stage works on. */
const NO_STAGE = { stage: null, dueAt: null, progressDone: 0, progressTotal: 0 } as const;

/** The version that stages read of a source. */
export const versionBeingRead = (source: SourceRow): number =>
  source.pendingVersion ?? source.version;
/** The row as its stages see it: with the version being processed and the changes by earlier stages. */
export const asBeingRead = (source: SourceRow): SourceRow =>
  source.pendingVersion === null
    ? source
    : { ...source, ...source.pendingPatch, version: source.pendingVersion };

interface VersionPorts {
  artifacts: Artifacts;
  chunks: Chunks;
  find(id: SourceId, transaction: Transaction): Promise<SourceRow | undefined>;
  changed(id: SourceId): void;
  patch(id: SourceId, patch: SourcePatch, transaction: Transaction): Promise<void>;
}

/** Versions of sources, and when the next one is due. */
export class Versions {
  readonly #rows;
  readonly #sources: SourceModel;
  readonly #library: VersionPorts;
  constructor(database: Database, sources: SourceModel, library: VersionPorts) {
    this.#rows = defineVersion(database.sequelize);
    this.#sources = sources;
    this.#library = library;
  }

  /**
   * Starts a refresh, which reads a new version next to the current one. Returns false if the
   * source is in progress or, with `dueBy`, if another scheduler has already refreshed it. A version
   * that is held for review is read again.
   */
  async begin(source: SourceRow, transaction: Transaction, dueBy?: Date): Promise<boolean> {
    const before = await this.#library.find(source.id, transaction);
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
          deletedAt: null,
          ...(dueBy ? { nextRefreshAt: { [Op.lte]: dueBy } } : {}),
        },
        transaction,
      },
    );
    if (count === 0) return false;
    if (before && isHeld(before)) await putHeldAside(this.#library.artifacts, before, transaction);
    this.#library.changed(source.id);
    return true;
  }

  /** Makes the pending version the current one. The previous version stays readable. */
  async take(source: SourceRow, transaction: Transaction): Promise<void> {
    if (source.pendingVersion === null) return;
    await this.#library.artifacts.delete(
      { sourceId: source.id, version: source.pendingVersion, stage: [HELD] },
      transaction,
    );
    await this.#library.chunks.delete(
      { sourceId: source.id, version: source.version },
      transaction,
    );
    // A source that was never refreshed was last checked when it was added.
    await this.keep(
      source,
      source.version === 1 ? source.createdAt : (source.refreshedAt ?? source.createdAt),
      transaction,
    );
    await this.keep(asBeingRead(source), new Date(), transaction);
    await this.#library.patch(
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

  /** Holds the pending version for review; `source` is the row with the changes by its stages. */
  async hold(source: SourceRow, transaction: Transaction): Promise<void> {
    const read = asBeingRead(source);
    const which = { sourceId: source.id, version: read.version };
    await this.#library.artifacts.delete({ ...which, stage: [HELD] }, transaction);
    await this.#rows.destroy({ where: which, transaction });
    await this.keep(read, new Date(), transaction);
    await this.#library.patch(
      source.id,
      { refreshError: null, nextRefreshAt: nextRefresh(source), ...NO_STAGE },
      transaction,
    );
  }

  /**
   * Drops the pending version, because nothing has changed or because it failed (`error`). After a
   * failure, a previously held version is held again.
   */
  async drop(
    source: SourceRow,
    transaction: Transaction,
    error: SourceRow['refreshError'] = null,
  ): Promise<void> {
    if (source.pendingVersion === null) return;
    const which = { sourceId: source.id, version: source.pendingVersion };
    const held = error && (await restoreHeld(this.#library.artifacts, source, transaction));
    if (!held) {
      await this.#library.artifacts.delete(which, transaction);
      await this.#rows.destroy({ where: which, transaction });
    }
    await this.#library.chunks.delete(which, transaction);
    await this.#library.patch(
      source.id,
      {
        pendingVersion: held ? source.pendingVersion : null,
        pendingPatch: held ?? null,
        refreshError: error,
        nextRefreshAt: nextRefresh(source),
        ...(error ? {} : { refreshedAt: new Date() }),
        ...NO_STAGE,
      },
      transaction,
    );
  }

  /** Marks the version being processed as failed. If it was a refresh, the current version is unchanged. */
  async fail(
    source: SourceRow,
    code: FaultCode,
    message: string,
    transaction: Transaction,
  ): Promise<void> {
    if (source.pendingVersion !== null) {
      await this.drop(source, transaction, {
        code,
        message,
        at: new Date().toISOString(),
      });
      return;
    }
    if (source.stage === 'refresh') {
      await this.#library.patch(
        source.id,
        { refreshError: { code, message, at: new Date().toISOString() }, ...NO_STAGE },
        transaction,
      );
      return;
    }
    await this.#library.patch(
      source.id,
      { ...failedStatus(source, code), errorCode: code, errorMessage: message, ...NO_STAGE },
      transaction,
    );
  }

  /** Saves the source's current row as a version. Idempotent. */
  async keep(source: SourceRow, readAt: Date, transaction: Transaction): Promise<void> {
    const { id: sourceId, version, title, contentHash, facts } = source;
    await this.#rows.findOrCreate({
      where: { sourceId, version },
      defaults: {
        sourceId,
        version,
        title,
        readAt,
        contentHash,
        documentKey: facts.documentKey ?? null,
      },
      transaction,
    });
  }
  async count(
    sourceId: SourceId,
    version: number,
    counts: Partial<Pick<VersionRow, 'length' | 'added' | 'removed' | 'changed'>>,
    transaction: Transaction,
  ): Promise<void> {
    await this.#rows.update(counts, { where: { sourceId, version }, transaction });
  }
  /** Returns versions, newest first; none for a source that was never refreshed. */
  async list(sourceId: SourceId): Promise<VersionRow[]> {
    return (await this.#rows.findAll({ where: { sourceId }, order: [['version', 'DESC']] })).map(
      (row) => row.get({ plain: true }),
    );
  }

  /** The ids of a source and of the sources merged into it. */
  async idsOf(sourceId: SourceId): Promise<SourceId[]> {
    const rows = await this.#sources.findAll({
      where: { duplicateOf: sourceId },
      attributes: ['id'],
    });
    return [sourceId, ...rows.map((row) => row.get({ plain: true }).id)];
  }

  /** Returns failed sources with one of these faults that are due again, longest due first. */
  async failedAndDue(now: Date, codes: readonly FaultCode[], limit: number): Promise<SourceRow[]> {
    const rows = await this.#sources.findAll({
      where: { dueAt: { [Op.lte]: now }, stage: null, errorCode: [...codes], deletedAt: null },
      order: [['dueAt', 'ASC']],
      limit,
    });
    return rows.map((row) => row.get({ plain: true }));
  }

  /** Returns ready sources that are due for a refresh, longest due first. */
  async due(now: Date, limit: number): Promise<SourceRow[]> {
    const rows = await this.#sources.findAll({
      where: {
        nextRefreshAt: { [Op.lte]: now },
        stage: null,
        deletedAt: null,
        embeddingStatus: EmbeddingStatus.ready,
      },
      order: [
        ['nextRefreshAt', 'ASC'],
        ['id', 'ASC'],
      ],
      limit,
    });
    return rows.map((row) => row.get({ plain: true }));
  }
}

/**
 * Returns the status code of a failure. A missing transcript isn't an error, because the video can
 * still be watched.
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
