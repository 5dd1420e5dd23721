import { randomBytes } from 'node:crypto';
import { open, rm, stat, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { Fault } from '#core/contract/faults.ts';
import type { Log } from '#config/log.ts';
import type { Database } from './database.ts';
import type { FileStore } from './file-store.ts';

const BALLAST_BYTES = 8 * 2 ** 20;
const PART_BYTES = 2 ** 20;
const LOOK_MS = 2_000;

export interface DiskSpace {
  /** While true, no stage starts and no file is stored. */
  isFull(): boolean;
  database(it: Database): Database;
  files(it: FileStore): FileStore;
  stop(): Promise<void>;
}

/**
 * Reserves disk space with a ballast file of 8 MB in the data folder, because on a full disk even
 * deleting needs a write. When a write finds the disk full, the ballast is deleted: reads and small
 * writes continue, and large writes wait until their size plus the ballast's is free.
 */
export async function watchDiskSpace({
  folder,
  log,
}: {
  folder: string;
  log: Log;
}): Promise<DiskSpace> {
  const ballast = join(folder, 'ballast');
  let full = false;
  let timer: NodeJS.Timeout | undefined;
  let looking: Promise<void> = Promise.resolve();

  /** Creates the ballast; returns whether there is enough space for it. */
  async function fill(): Promise<boolean> {
    const { bavail, bsize } = await statfs(folder);
    const there = await stat(ballast).then(
      ({ size }) => size,
      () => 0,
    );
    if (bavail * bsize + there < 2 * BALLAST_BYTES) return false;
    if (there === BALLAST_BYTES) return true;
    const file = await open(ballast, 'w', 0o600);
    // Random bytes, because zeros take no space on a compressing file system.
    const part = randomBytes(PART_BYTES);
    try {
      for (let written = 0; written < BALLAST_BYTES; written += PART_BYTES)
        await file.writeFile(part);
    } finally {
      await file.close();
    }
    return true;
  }
  async function look(): Promise<void> {
    try {
      if (!(await fill())) return;
      full = false;
      clearInterval(timer);
      timer = undefined;
      log.info('there is room on the disk again');
    } catch (error) {
      log.warn({ err: error }, 'there is not yet room on the disk');
    }
  }
  async function release(): Promise<void> {
    if (full) return;
    full = true;
    log.error({ folder }, 'the disk is full: nothing large is kept until there is room');
    await rm(ballast, { force: true });
    timer = setInterval(() => {
      looking = look();
    }, LOOK_MS).unref();
  }
  async function watch<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      if (error instanceof Fault && error.code === 'storage_full') await release();
      throw error;
    }
  }
  const large = <T>(work: () => Promise<T>): Promise<T> =>
    full ? Promise.reject(new Fault('storage_full')) : watch(work);

  // A disk that is too small from the start has no ballast.
  await fill().catch((error: unknown) => {
    log.warn({ err: error }, 'no room is kept free on the disk');
  });
  return {
    isFull: () => full,
    database: (it) => ({ ...it, write: (fn) => watch(() => it.write(fn)) }),
    files: (it) => ({
      ...it,
      putBlob: (bytes) => large(() => it.putBlob(bytes)),
      putStream: (...args) => large(() => it.putStream(...args)),
      copyTo: (...args) => large(() => it.copyTo(...args)),
    }),
    async stop() {
      clearInterval(timer);
      await looking;
    },
  };
}
