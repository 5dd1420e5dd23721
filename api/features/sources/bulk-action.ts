import { Fault } from '#core/contract/faults.ts';
import type { SourceId, UserId } from '#core/contract/id.ts';
import type { BulkResult, BulkAction } from '#core/contract/library.ts';
import { EmbeddingStatus } from '#core/contract/source.ts';
import {
  changeOwnerMetadata,
  type Database,
  type Library,
  type SourceRow,
} from '#pipeline/library/index.ts';
import type { Threads } from '../threads/index.ts';
import type { Sources } from './sources.ts';

export interface BulkActionPorts {
  database: Database;
  library: Library;
  threads: Threads;
  sources: Sources;
  /** Processes a new version next to the current one. */
  refresh(source: SourceRow): Promise<void>;
  schedule(source: SourceRow, every: string | null): Promise<void>;
}

const GONE = "It's no longer in your library.";

/**
 * Applies one action to many sources of an owner. A source that fails is reported in the result and
 * does not stop the others.
 */
export async function applyBulkAction(
  ports: BulkActionPorts,
  ownerId: UserId,
  many: BulkAction,
): Promise<BulkResult> {
  const { database, library, threads, sources } = ports;
  const found = await findSources(library, ownerId, many);
  // Retrying skips sources that did not fail, and does not report them.
  const rows =
    many.what === 'retry'
      ? found.filter(({ embeddingStatus }) => embeddingStatus > EmbeddingStatus.ready)
      : found;
  const known = new Set<SourceId>(found.map(({ id }) => id));
  const done: SourceId[] = [];
  const left: BulkResult['left'] = many.ids
    .filter((id) => !known.has(id))
    .map((_id) => ({ _id, message: GONE }));

  if (many.what === 'tag' || many.what === 'flag') {
    await mark(ports, rows, many);
    return { done: rows.map(({ id }) => id), left };
  }
  if (many.what === 'thread') {
    const thread = await threads.owned(ownerId, many.threadId);
    if (rows.length > 0)
      await database.write((transaction) =>
        threads.hold(
          thread.id,
          rows.map(({ id }) => id),
          transaction,
        ),
      );
    return { done: rows.map(({ id }) => id), left };
  }
  const act = async (source: SourceRow): Promise<void> => {
    switch (many.what) {
      case 'refresh':
        return ports.refresh(source);
      case 'schedule':
        return ports.schedule(source, many.every);
      case 'trash':
        return sources.trash(source);
      case 'restore':
        return sources.restore(source);
      case 'delete':
        return sources.remove(source);
      case 'retry':
        await sources.retry(source);
        return;
    }
  };
  for (const source of rows) {
    try {
      await act(source);
      done.push(source.id);
    } catch (error) {
      if (!(error instanceof Fault)) throw error;
      left.push({ _id: source.id, message: error.message });
    }
  }
  return { done, left };
}

/** Adds and removes tags or flags. */
async function mark(
  { database, library }: Pick<BulkActionPorts, 'database' | 'library'>,
  rows: readonly SourceRow[],
  many: Extract<BulkAction, { what: 'tag' | 'flag' }>,
): Promise<void> {
  const marked = <T extends string>(
    there: readonly T[] = [],
    add: readonly T[],
    remove: readonly T[],
  ) => [...new Set([...there, ...add])].filter((it) => !remove.includes(it));
  await database.write(async (transaction) => {
    for (const { id } of rows)
      await changeOwnerMetadata(
        library,
        id,
        (kept) =>
          many.what === 'tag'
            ? { ...kept, tags: marked(kept.tags, many.add, many.remove) }
            : { ...kept, flags: marked(kept.flags, many.add, many.remove) },
        transaction,
      );
  });
}

/**
 * Returns the owner's sources that the action applies to: in the library, in the trash, or both.
 */
async function findSources(
  library: Library,
  ownerId: UserId,
  { what, ids }: BulkAction,
): Promise<SourceRow[]> {
  const uniqueIds = [...new Set(ids)];
  return [
    ...(what === 'restore' ? [] : await library.ofOwner(ownerId, uniqueIds)),
    ...(what === 'restore' || what === 'delete'
      ? await library.trash.ofOwner(ownerId, uniqueIds)
      : []),
  ];
}
