import { Fault } from '#core/contract/faults.ts';
import type { UserId } from '#core/contract/id.ts';
import { EmbeddingStatus, type Source } from '#core/contract/source.ts';
import {
  RefreshReport,
  type ReviewDecision,
  type StartedRefresh,
  type SourceDiff,
  type SourceVersion,
} from '#core/contract/version.ts';
import { addInterval } from '#core/text/interval.ts';
import { textLength } from '#core/text/text-length.ts';
import {
  asBeingRead,
  heldVersion,
  readSnapshot,
  type Database,
  type FileStore,
  type Library,
  type SourceRow,
  type VersionRow,
} from '#pipeline/library/index.ts';
import { diffVersions } from '#pipeline/refresh/index.ts';
import type { Queue } from '#pipeline/queue/index.ts';

export interface RefreshPorts {
  database: Database;
  library: Library;
  files: FileStore;
  queue: Queue;
}

/** Refreshes started at once; the others start at the next check. */
const AT_ONCE = 100;
const PAGE = 200;
/** no scheduled refreshes start while the queue has more jobs */
const BACKLOG = 300;

const isUpload = (source: SourceRow): boolean => source.uploadKey !== null;

/** Refreshes sources on request and by schedule, and reports the results. */
export class Refreshes {
  readonly #ports: RefreshPorts;
  constructor(ports: RefreshPorts) {
    this.#ports = ports;
  }

  async #begin(sources: readonly SourceRow[], dueBy?: Date): Promise<StartedRefresh['begun']> {
    const { database, library, queue } = this.#ports;
    if (sources.length === 0) return [];
    return database.write(async (transaction) => {
      const begun: SourceRow[] = [];
      for (const source of sources)
        if (await library.versions.begin(source, transaction, dueBy)) begun.push(source);
      if (begun.length > 0)
        await queue.enqueue(
          begun.map(({ id, version }) => ({
            sourceId: id,
            version: version + 1,
            stage: 'fetch' as const,
          })),
          { transaction },
        );
      return begun.map(({ id, version }) => ({ _id: id, version }));
    });
  }

  /**
   * Starts a refresh, which reads a new version next to the current one. A running refresh
   * continues. Faults: `unsupported_url` for an upload, `not_ready` before there is a current
   * version.
   */
  async begin(source: SourceRow): Promise<void> {
    assertHasAddress(source);
    if (source.embeddingStatus !== EmbeddingStatus.ready) {
      throw new Fault('not_ready', {
        message:
          source.embeddingStatus === EmbeddingStatus.processing
            ? 'This source is still processing for the first time. Refresh it later.'
            : 'This source could not be read yet. Retry it.',
      });
    }
    await this.#begin([source]);
  }

  /** Sources of one owner that are due, or all that can be refreshed. */
  async beginMany(ownerId: UserId, which: 'due' | 'all'): Promise<StartedRefresh> {
    const now = new Date();
    const begun: StartedRefresh['begun'] = [];
    let uploads = 0;
    let before: string | undefined;
    do {
      const page: SourceRow[] = await this.#ports.library.list({
        ownerId,
        status: 'ready',
        limit: PAGE,
        ...(before ? { before } : {}),
      });
      const wanted = page.filter(
        (source) =>
          which === 'all' || (source.nextRefreshAt !== null && source.nextRefreshAt <= now),
      );
      uploads += wanted.filter(isUpload).length;
      begun.push(
        ...(await this.#begin(
          wanted.filter((source) => !isUpload(source)),
          which === 'due' ? now : undefined,
        )),
      );
      before = page.length === PAGE ? page.at(-1)?.id : undefined;
    } while (before);
    return { begun, uploads };
  }

  /** Starts due refreshes of all owners. Several processes start each source once. */
  async beginDue(now = new Date()): Promise<StartedRefresh['begun']> {
    const { library, queue } = this.#ports;
    const due = await library.versions.due(now, AT_ONCE);
    if (due.length === 0 || (await queue.counts()).waiting > BACKLOG) return [];
    return this.#begin(due, now);
  }

  /**
   * Decides about a version that is held for review: it becomes the current one, as after any
   * refresh, or it is dropped and not held again while the page stays the same. Faults: `conflict`
   * if none is held.
   */
  async decide({ id }: SourceRow, { accept }: ReviewDecision): Promise<void> {
    const { database, library, queue } = this.#ports;
    await database.write(async (transaction) => {
      const source = await library.find(id, transaction);
      const version = source && heldVersion(source);
      if (!source || version === undefined)
        throw new Fault('conflict', {
          message: source?.stage
            ? 'This source is being refreshed. Try again in a moment.'
            : 'No version of this source is waiting for review.',
        });
      if (accept) {
        const stage = 'snapshot';
        await library.patch(id, { stage, dueAt: new Date() }, transaction);
        await queue.enqueue([{ sourceId: id, version, stage }], { transaction });
        return;
      }
      const refusedHash = asBeingRead(source).contentHash;
      await library.versions.drop(source, transaction);
      await library.patch(
        id,
        { facts: { ...source.facts, ...(refusedHash ? { refusedHash } : {}) } },
        transaction,
      );
    });
  }

  /**
   * Counted from the last check; a time in the past means now. `null`: never. Faults:
   * `unsupported_url` for an upload.
   */
  async schedule(source: SourceRow, every: string | null): Promise<void> {
    if (every !== null) assertHasAddress(source);
    const nextRefreshAt =
      every === null ? null : addInterval(source.refreshedAt ?? source.createdAt, every);
    await this.#ports.database.write((transaction) =>
      this.#ports.library.patch(source.id, { refreshEvery: every, nextRefreshAt }, transaction),
    );
  }

  /** Returns the newest first. `links` has where a viewer opens each. */
  async versions(
    source: SourceRow,
    links: (
      version: Pick<VersionRow, 'version' | 'title' | 'documentKey'>,
    ) => Pick<Source, 'fileUrl' | 'readModFileUrl'>,
  ): Promise<SourceVersion[]> {
    const { library } = this.#ports;
    if (source.embeddingStatus !== EmbeddingStatus.ready) return [];
    const kept = await library.versions.list(source.id);
    const current: VersionRow = {
      sourceId: source.id,
      version: source.version,
      title: source.title,
      readAt: source.version === 1 ? source.createdAt : (source.refreshedAt ?? source.createdAt),
      contentHash: source.contentHash,
      documentKey: source.facts.documentKey ?? null,
      length: null,
      added: null,
      removed: null,
      changed: null,
    };
    const held = heldVersion(source);
    // Excludes the version of a refresh in progress.
    const readable = kept.filter(({ version }) => version <= (held ?? source.version));
    const rows = readable.some(({ version }) => version === source.version)
      ? readable
      : [current, ...readable].sort((one, other) => other.version - one.version);
    return Promise.all(
      rows.map(
        async (row): Promise<SourceVersion> => ({
          version: row.version,
          current: row.version === source.version,
          ...(row.version === held ? { held: true } : {}),
          title: row.title,
          readAt: row.readAt.toISOString(),
          length: row.length ?? (await this.#lengthOf(source, row.version)),
          ...(row.contentHash ? { contentHash: row.contentHash } : {}),
          ...(row.added === null || row.removed === null || row.changed === null
            ? {}
            : { added: row.added, removed: row.removed, changed: row.changed }),
          ...(row.version === held ? {} : links(row)),
        }),
      ),
    );
  }
  async #lengthOf(source: SourceRow, version: number): Promise<number> {
    const { segments } = await readSnapshot(this.#ports.library, this.#ports.files, {
      ...source,
      version,
    });
    return textLength(segments);
  }

  /**
   * By default the newest version, which may be held for review, and the one before. Faults:
   * `absent`.
   */
  async diff(
    source: SourceRow,
    given: { from?: number | undefined; to?: number | undefined },
  ): Promise<SourceDiff> {
    const { library, files } = this.#ports;
    const newest = heldVersion(source) ?? source.version;
    const { to = newest, from: older = to - 1 } = given;
    if (older < 1 || to < 1 || older > newest || to > newest) {
      throw new Fault('absent', {
        message:
          newest === 1
            ? 'This source has one version only, so there is nothing to compare.'
            : `This source has the versions 1 to ${newest}.`,
      });
    }
    const [before, after] = await Promise.all(
      [older, to].map((version) => readSnapshot(library, files, { ...source, version })),
    );
    return {
      from: older,
      to,
      ...diffVersions(before ?? { segments: [] }, after ?? { segments: [] }),
    };
  }

  /**
   * Reports what happened to the anchors of the source with this version. Faults: `absent`,
   * `not_ready`.
   */
  async report(source: SourceRow, version = source.version): Promise<RefreshReport> {
    if (version < 2 || version > source.version)
      throw new Fault('absent', {
        message:
          version === 1
            ? 'A first version has no report: nothing rested on an older one.'
            : `This source has the versions 1 to ${source.version}.`,
      });
    const body = await this.#ports.library.artifacts.find(source.id, version, 'refresh');
    if (body === undefined)
      throw new Fault('not_ready', {
        message: 'Gloss is still finding the notes that cite this source.',
      });
    return RefreshReport.parse(body);
  }
}

function assertHasAddress(source: SourceRow): void {
  if (isUpload(source))
    throw new Fault('unsupported_url', {
      message: "Uploaded files can't be refreshed. Upload the newer file as a new source.",
    });
}
