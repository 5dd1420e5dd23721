import { randomUUID } from 'node:crypto';
import { constants } from 'node:fs';
import { copyFile, mkdir, readdir, rename, rm, stat, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import type { FileStore } from './file-store.ts';

const orMissing = (error: unknown): undefined => {
  if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
  throw error;
};
const isBlob = (key: string): boolean => key.startsWith('blobs/');

/**
 * Caches blobs for child processes in a local folder, because a long PDF is read in several
 * batches. Holds at most `maxBytes` plus the newest copy. Copies unused for `maxIdleMs` are
 * deleted, so that files deleted elsewhere don't stay here.
 */
export function withLocalCopies(
  store: FileStore,
  { folder, maxBytes, maxIdleMs }: { folder: string; maxBytes: number; maxIdleMs: number },
): FileStore {
  const heldAt = (key: string): string => join(folder, key.replaceAll('/', '-'));

  async function evict(): Promise<void> {
    const sizes = await Promise.all(
      (await readdir(folder)).map(async (name) => {
        const path = join(folder, name);
        const file = await stat(path).catch(orMissing);
        return file ? [{ path, size: file.size, usedMs: file.mtimeMs }] : [];
      }),
    );
    let total = 0;
    for (const [at, { path, size, usedMs }] of sizes
      .flat()
      .sort((one, other) => other.usedMs - one.usedMs)
      .entries()) {
      total += size;
      if (at > 0 && (total > maxBytes || Date.now() - usedMs > maxIdleMs))
        await rm(path, { force: true });
    }
  }
  /** Returns whether a cached copy existed. */
  async function copyHeld(key: string, path: string): Promise<boolean> {
    const now = new Date();
    const found = await utimes(heldAt(key), now, now)
      .then(() => copyFile(heldAt(key), path, constants.COPYFILE_FICLONE))
      .then(() => true, orMissing);
    return found === true;
  }
  return {
    ...store,
    async copyTo(key, path) {
      if (!isBlob(key)) return store.copyTo(key, path);
      if (await copyHeld(key, path)) return undefined;
      await store.copyTo(key, path);
      await mkdir(folder, { recursive: true });
      const temporary = join(folder, randomUUID());
      await copyFile(path, temporary, constants.COPYFILE_FICLONE);
      await rename(temporary, heldAt(key));
      return evict();
    },
    async delete(key) {
      await store.delete(key);
      if (isBlob(key)) await rm(heldAt(key), { force: true });
    },
  };
}
