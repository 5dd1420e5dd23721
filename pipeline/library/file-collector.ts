/** Deletes files that no row refers to: removed files soon, other leftovers after a day. */
import { QueryTypes } from 'sequelize';
import { Fault } from '#core/contract/faults.ts';
import type { Log } from '#config/log.ts';
import type { Database } from './database.ts';
import { FileRemovals } from './file-removals.ts';
import type { FileStore, StoredFile } from './file-store.ts';
import { unreferencedKeys } from './unreferenced-keys.ts';

/** Longer than any stage takes between storing a file and writing the row that refers to it. */
const YOUNG_MS = 3_600_000;
const ORPHAN_MS = 24 * 3_600_000;
/** After this time, files that had to wait are checked again: for other users of the file, or briefly. */
const AGAIN_MS = { others: 60_000, moment: 3_000 };
/** Buckets store times in whole seconds. */
const CLOCK_MS = 1_000;
const REMOVALS_AT_ONCE = 5_000;
const ORPHANS_AT_ONCE = 50_000;
/** Prefixes of files that rows refer to. The store recreates its own probe file if it is missing. */
const LOOK_FOR = ['blobs/', 'uploads/', 'checkpoints/'];

export interface FileCollector {
  /**
   * Deletes removed files that nothing else uses. Returns how many, and whether some must wait;
   * returns at once if a collection is running.
   */
  collect(): Promise<{ count: number; isLeft: boolean }>;
  /**
   * Deletes files older than a day that no row refers to, and leftovers of killed puts. Returns the
   * number of files.
   */
  sweep(now?: Date): Promise<number>;
}

export function createFileCollector({
  database,
  files,
  log,
}: {
  database: Database;
  files: FileStore;
  log: Log;
}): FileCollector {
  const removals = new FileRemovals(database);
  const ask = <T extends object>(sql: string, bind: unknown[] = []) =>
    database.sequelize.query<T>(sql, { type: QueryTypes.SELECT, bind });

  async function isReading(): Promise<boolean> {
    return (
      (
        await ask(
          "SELECT 1 AS one FROM sources WHERE deleted_at IS NULL AND (stage IN ('fetch', 'extract', 'snapshot') OR assets_due_at IS NOT NULL) LIMIT 1",
        )
      ).length > 0
    );
  }
  async function takeRemoved(): Promise<{ count: number; isLeft: boolean }> {
    let count = 0;
    let isLeft = false;
    for (
      let keys = await removals.due(REMOVALS_AT_ONCE);
      keys.length > 0;
      keys = await removals.due(REMOVALS_AT_ONCE)
    ) {
      // Taken before the rows are read: a file stored before this has a row by now or a stage in progress.
      const since = Date.now() - CLOCK_MS;
      const reading = await isReading();
      const free = await unreferencedKeys(database, keys);
      for (const key of keys) {
        const file = free.has(key) ? await aboutOf(files, key) : undefined;
        // Other files have one owner. Files stored by hash may belong to a row that is not yet
        // written.
        const putMs = file && key.startsWith('blobs/') ? file.modifiedAt.getTime() : 0;
        const waitMs =
          putMs >= since
            ? AGAIN_MS.moment
            : reading && Date.now() - putMs < YOUNG_MS
              ? AGAIN_MS.others
              : 0;
        if (waitMs > 0) {
          await removals.postpone(key, new Date(Date.now() + waitMs));
          isLeft = true;
          continue;
        }
        if (file) {
          await files.delete(key);
          count += 1;
        }
        await removals.done(key);
      }
    }
    return { count, isLeft };
  }

  let collecting: ReturnType<typeof takeRemoved> | undefined;
  return {
    collect: async () => {
      if (collecting) return { count: 0, isLeft: false };
      collecting = takeRemoved().finally(() => {
        collecting = undefined;
      });
      return collecting;
    },
    sweep: (now) => deleteOrphans({ database, files, log }, now),
  };
}

const aboutOf = (files: FileStore, key: string): Promise<StoredFile | undefined> =>
  files.about(key).catch((error: unknown) => {
    if (error instanceof Fault && error.code === 'absent') return undefined;
    throw error;
  });

async function deleteOrphans(
  { database, files, log }: { database: Database; files: FileStore; log: Log },
  now = new Date(),
): Promise<number> {
  const before = new Date(now.getTime() - ORPHAN_MS);
  let count = 0;
  let old: string[] = [];
  const drop = async () => {
    for (const key of await unreferencedKeys(database, old)) {
      // The file may have been stored again while the rows were read.
      const file = await aboutOf(files, key);
      if (!file || file.modifiedAt >= before) continue;
      await files.delete(key);
      count += 1;
    }
    old = [];
  };
  for (const prefix of LOOK_FOR) {
    for await (const { key, modifiedAt } of files.list(prefix)) {
      if (modifiedAt < before) old.push(key);
      if (old.length === ORPHANS_AT_ONCE) await drop();
    }
  }
  if (old.length > 0) await drop();
  await files.dropUnfinished(before);
  if (count > 0) log.info({ count }, 'files that nothing spoke of were deleted');
  return count;
}
