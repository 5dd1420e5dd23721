import { createHash, randomUUID } from 'node:crypto';
import { constants, createReadStream } from 'node:fs';
import {
  copyFile,
  mkdir,
  open,
  readdir,
  readFile,
  rename,
  rm,
  stat,
  utimes,
} from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Fault } from '#core/contract/faults.ts';
import { withCompression, type ByteStore } from './compressed-files.ts';
import { fileKey } from './file-key.ts';
import type { FileStore, StoredFile } from './file-store.ts';

const isMissing = (error: unknown): boolean => (error as NodeJS.ErrnoException).code === 'ENOENT';
const orFault = (error: unknown): never => {
  const code = (error as NodeJS.ErrnoException).code;
  if (code === 'ENOENT') throw new Fault('absent', { cause: error });
  if (code === 'ENOSPC' || code === 'EDQUOT') throw new Fault('storage_full', { cause: error });
  throw error;
};
const orFalse = (error: unknown): false => (isMissing(error) ? false : orFault(error));

/** The file store of one machine: a folder. */
export const createDiskFiles = (root: string): FileStore => withCompression(createFolder(root));

function createFolder(root: string): ByteStore {
  const unfinished = join(root, 'tmp');
  const pathOf = (key: string): string => join(root, fileKey(key));
  const about = (key: string): Promise<StoredFile> =>
    stat(pathOf(key)).then(({ size, mtime }) => ({ key, size, modifiedAt: mtime }), orFault);
  /** Updates the file's time; returns false if it doesn't exist. */
  const renew = (path: string): Promise<boolean> => {
    const now = new Date();
    return utimes(path, now, now).then(() => true, orFalse);
  };
  return {
    place: `the folder ${root}`,
    about,
    async put(key, toBytes) {
      if (!(await renew(pathOf(key))))
        await writeThrough(pathOf(key), unfinished, [await toBytes()], Infinity);
    },
    putStream: (key, stream, maxBytes) => writeThrough(pathOf(key), unfinished, stream, maxBytes),
    read: (key) => readFile(pathOf(key)).catch(orFault),
    async stream(key, range) {
      await about(key);
      return createReadStream(pathOf(key), range);
    },
    copyTo: (key, path) => copyFile(pathOf(key), path, constants.COPYFILE_FICLONE).catch(orFault),
    size: async (key) => (await about(key)).size,
    renew: (key) => renew(pathOf(key)),
    has: (key) => stat(pathOf(key)).then(() => true, orFalse),
    delete: (key) => rm(pathOf(key), { force: true }),
    async *list(prefix = '') {
      // The part up to the last slash is a folder.
      for await (const path of filesBelow(
        join(root, prefix.slice(0, prefix.lastIndexOf('/') + 1)),
        unfinished,
      )) {
        const key = path.slice(root.length + 1);
        const file = key.startsWith(prefix) && (await stat(path).catch(orFalse));
        if (file) yield { key, size: file.size, modifiedAt: file.mtime };
      }
    },
    async dropUnfinished(before) {
      for (const name of await readdir(unfinished).catch((error: unknown) =>
        isMissing(error) ? [] : orFault(error),
      )) {
        const path = join(unfinished, name);
        const file = await stat(path).catch(orFalse);
        if (file && file.mtime < before) await rm(path, { force: true });
      }
    },
  };
}

/** Resolves once the file is durable: temporary file in `unfinished`, fsync, rename, fsync of the folder. */
async function writeThrough(
  path: string,
  unfinished: string,
  chunks: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  maxBytes: number,
) {
  const temporary = join(unfinished, randomUUID());
  const hash = createHash('sha256');
  let size = 0;
  try {
    await mkdir(dirname(path), { recursive: true });
    await mkdir(unfinished, { recursive: true });
    const file = await open(temporary, 'wx');
    try {
      for await (const chunk of chunks) {
        size += chunk.byteLength;
        if (size > maxBytes) throw new Fault('too_large');
        hash.update(chunk);
        await file.writeFile(chunk);
      }
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(temporary, path);
    const folder = await open(dirname(path), 'r');
    try {
      await folder.sync();
    } finally {
      await folder.close();
    }
  } catch (error) {
    await rm(temporary, { force: true });
    return orFault(error);
  }
  return { size, hash: hash.digest('hex') };
}

async function* filesBelow(folder: string, unfinished: string): AsyncIterable<string> {
  const entries = await readdir(folder, { withFileTypes: true }).catch((error: unknown) =>
    isMissing(error) ? [] : orFault(error),
  );
  for (const entry of entries) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) {
      if (path !== unfinished) yield* filesBelow(path, unfinished);
    } else yield path;
  }
}
