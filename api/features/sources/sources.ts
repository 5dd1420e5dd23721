import { Fault } from '#core/contract/faults.ts';
import type { SourceId, UserId } from '#core/contract/id.ts';
import type { OwnFieldsPatch } from '#core/contract/library.ts';
import { EmbeddingStatus, type SourceDescription } from '#core/contract/source.ts';
import {
  changeAddress,
  changeOwnerMetadata,
  folderLevels,
  type Database,
  type FileStore,
  type Library,
  type PlannedSource,
  type SourceRow,
  type Upload,
} from '#pipeline/library/index.ts';
import type { Queue } from '#pipeline/queue/index.ts';
import type { SearchIndex } from '#pipeline/search/index.ts';
import type { Threads, ThreadRow } from '../threads/index.ts';

export interface SourcePorts {
  database: Database;
  library: Library;
  queue: Queue;
  index: SearchIndex;
  files: FileStore;
  threads: Threads;
  /** Processes a new version next to the current one. */
  refresh(source: SourceRow): Promise<void>;
  /**
   * Plans the source for a description. Faults: `unsupported_url`, `blocked_address`; `absent` for
   * a file that was not uploaded.
   */
  plan(it: SourceDescription, uploads: ReadonlyMap<string, Upload>): PlannedSource;
}

/** A message names at most this many; `details` has all of them. */
const MOST_NAMED = 3;

/** Adds, removes and retries sources: row and first job are one transaction. */
export class Sources {
  readonly #ports: SourcePorts;
  constructor(ports: SourcePorts) {
    this.#ports = ports;
  }

  /** Adds all or none, and reports every invalid address. */
  async add(
    thread: ThreadRow,
    descriptions: readonly SourceDescription[],
    uploads: ReadonlyMap<string, Upload>,
  ): Promise<SourceRow[]> {
    const planned: (SourceRow | (PlannedSource & { ownerId: UserId }))[] = [];
    const wrong: { field: string; fault: Fault }[] = [];
    for (const it of descriptions) {
      try {
        planned.push(
          it.sourceId === undefined
            ? { ownerId: thread.ownerId, ...this.#ports.plan(it, uploads) }
            : await this.owned(thread.ownerId, it.sourceId),
        );
      } catch (error) {
        if (!(error instanceof Fault) || descriptions.length === 1) throw error;
        wrong.push({ field: it.url ?? it.fileKey ?? it.sourceId ?? '', fault: error });
      }
    }
    const [first] = wrong;
    if (first) {
      throw new Fault(first.fault.code, {
        message: wrong
          .slice(0, MOST_NAMED)
          .map(({ field, fault }) => `${field}: ${fault.message}`)
          .join('\n'),
        details: wrong.map(({ field, fault }) => ({ field, message: fault.message })),
      });
    }
    const { database, library, queue, threads } = this.#ports;
    return database.write(async (transaction) => {
      const rows: SourceRow[] = [];
      for (const it of planned) {
        const { source, created } =
          'id' in it ? { source: it, created: false } : await library.add(it, transaction);
        await threads.hold(thread.id, [source.id], transaction);
        if (created)
          await queue.enqueue([{ sourceId: source.id, version: source.version, stage: 'fetch' }], {
            transaction,
          });
        rows.push(source);
      }
      return rows;
    });
  }

  /** Returns the surviving source for a merged one. Faults: `absent` if it is not this owner's. */
  async owned(ownerId: UserId, id: SourceId): Promise<SourceRow> {
    const found = await this.#ports.library.find(id);
    const source = found?.duplicateOf ? await this.#ports.library.find(found.duplicateOf) : found;
    if (!source || source.deletedAt || source.ownerId !== ownerId)
      throw new Fault('absent', { message: 'Source not found in your library.' });
    return source;
  }
  /** The earlier source with nearly the same text, if it still exists. */
  async similarTo({ ownerId, similarTo }: SourceRow): Promise<SourceRow | undefined> {
    return similarTo === null
      ? undefined
      : (await this.#ports.library.ofOwner(ownerId, [similarTo]))[0];
  }
  /** Returns a source of a thread, which must contain it or the one that it was merged into. */
  async inThread(thread: ThreadRow, id: SourceId): Promise<SourceRow> {
    const { library, threads } = this.#ports;
    const held = await threads.sources.of(thread.id);
    const now = held.includes(id) ? id : (await library.find(id))?.duplicateOf;
    if (!now || !held.includes(now))
      throw new Fault('absent', {
        message:
          "This source isn't currently available. It might have been moved or deleted from this thread.",
      });
    return this.owned(thread.ownerId, now);
  }

  /** Starts from the first stage; a ready source keeps its version until there is a newer one. */
  async retry(source: SourceRow): Promise<SourceRow> {
    const { database, library, queue, refresh } = this.#ports;
    if (source.embeddingStatus === EmbeddingStatus.ready) {
      await refresh(source);
      return this.owned(source.ownerId, source.id);
    }
    const restarted = await database.write(async (transaction) => {
      await library.restart(source, transaction);
      await queue.cancel(source.id, { transaction });
      await queue.enqueue([{ sourceId: source.id, version: source.version, stage: 'fetch' }], {
        transaction,
      });
      // A worker may have failed again by the time of a read outside the transaction.
      return library.find(source.id, transaction);
    });
    return restarted ?? source;
  }

  /** Changes what its owner added to it. */
  async describe(
    { id, ownerId }: SourceRow,
    { ownTitle, ownNote, tags, flags, folder, addedAt }: OwnFieldsPatch,
  ): Promise<SourceRow> {
    const { database, library } = this.#ports;
    await database.write((transaction) =>
      changeOwnerMetadata(
        library,
        id,
        (kept) => ({
          ...kept,
          ...(ownTitle === undefined ? {} : { title: ownTitle ?? undefined }),
          ...(ownNote === undefined ? {} : { note: ownNote ?? undefined }),
          ...(tags === undefined ? {} : { tags: [...new Set(tags)] }),
          ...(flags === undefined ? {} : { flags: [...new Set(flags)] }),
          ...(folder === undefined ? {} : { folders: withFirstFolder(kept.folders, folder) }),
          ...(addedAt === undefined ? {} : { addedAt: addedAt ? savedAt(addedAt) : undefined }),
        }),
        transaction,
      ),
    );
    return this.owned(ownerId, id);
  }

  /**
   * Retries a source that could not be read with another address. Faults: `unsupported_url`,
   * `blocked_address`; `conflict` as `changeAddress` says.
   */
  async changeLink(source: SourceRow, url: string): Promise<SourceRow> {
    const { database, library, queue, index, plan } = this.#ports;
    const planned = plan({ url }, new Map());
    await database.write(async (transaction) => {
      await changeAddress(library, source, planned, transaction);
      await queue.cancel(source.id, { transaction });
      await queue.enqueue([{ sourceId: source.id, version: source.version, stage: 'fetch' }], {
        transaction,
      });
    });
    await index.remove(source.id);
    return this.owned(source.ownerId, source.id);
  }

  /** Removes it from this thread; it stays in the library. */
  async leave(thread: ThreadRow, source: SourceRow): Promise<void> {
    await this.#ports.database.write((transaction) =>
      this.#ports.threads.removeSource(thread.id, source.id, transaction),
    );
  }

  /**
   * Removes it from every thread, search and answer at once; it can be restored for `TRASH_DAYS`.
   */
  async trash(source: SourceRow): Promise<void> {
    const { database, library, queue, index, threads } = this.#ports;
    await database.write(async (transaction) => {
      const now = await library.find(source.id, transaction);
      if (!now || now.deletedAt) return;
      const removedFrom = await threads.removeSourceEverywhere(source.id, transaction);
      await library.trash.put(now, removedFrom, transaction);
      await queue.cancel(source.id, { transaction });
    });
    await index.remove(source.id);
  }

  /** Restores it to its threads. Faults: `conflict` if its address was added again. */
  async restore(source: SourceRow): Promise<void> {
    const { database, library, queue, threads } = this.#ports;
    await database.write(async (transaction) => {
      const now = await library.find(source.id, transaction);
      if (!now?.trash) return;
      const stage = await library.trash.restore(now, transaction);
      await threads.restoreSource(now.id, now.trash.threads, transaction);
      if (stage)
        await queue.enqueue([{ sourceId: now.id, version: now.version, stage }], { transaction });
    });
  }

  /**
   * Marks it as deleted first, so that a running worker sees it at its next step; then deletes its
   * passages from the index.
   */
  async remove(source: SourceRow): Promise<void> {
    const { database, library, queue, index, threads } = this.#ports;
    await database.write(async (transaction) => {
      await threads.removeSourceEverywhere(source.id, transaction);
      await library.remove(source.id, transaction);
      await queue.cancel(source.id, { transaction });
    });
    await index.remove(source.id);
  }
}

/** The other folders of an import stay. */
const withFirstFolder = (folders: readonly string[] = [], first: string | null): string[] => [
  ...new Set([folderLevels(first ?? '').join(' / '), ...folders.slice(1)].filter(Boolean)),
];

/** A date without a time means noon in UTC, which is the same day in nearly all time zones. */
const savedAt = (date: string): string =>
  date.includes('T') ? new Date(date).toISOString() : `${date}T12:00:00.000Z`;

/** Returns the source in one of its versions, up to `newest`. Faults: `absent`. */
export function inVersion(
  source: SourceRow,
  version = source.version,
  newest = source.version,
): SourceRow {
  if (version > newest)
    throw new Fault('absent', { message: `This source has the versions 1 to ${newest}.` });
  return { ...source, version };
}
