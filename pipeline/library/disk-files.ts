import { createHash, randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, open, readFile, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Readable } from 'node:stream';
import { Fault } from '#core/contract/faults.ts';
import type { FileStore } from './file-store.ts';

const isMissing = (error: unknown): boolean => (error as NodeJS.ErrnoException).code === 'ENOENT';
const orFault = (error: unknown): never => {
  const code = (error as NodeJS.ErrnoException).code;
  if (code === 'ENOENT') throw new Fault('absent', { cause: error });
  if (code === 'ENOSPC' || code === 'EDQUOT') throw new Fault('storage_full', { cause: error });
  throw error;
};

/** The file store of one machine: a folder. */
export function createDiskFiles(root: string): FileStore {
  const pathOf = (key: string): string => {
    if (!/^[a-z0-9][a-z0-9/._-]{0,400}$/.test(key) || key.includes('..')) throw new Fault('bad_request', { message: 'That is not a file key.' });
    return join(root, key);
  };
  /** Durable before it answers: temp file, fsync, rename, fsync of the folder. */
  async function writeThrough(key: string, chunks: AsyncIterable<Uint8Array> | Iterable<Uint8Array>, maxBytes: number) {
    const path = pathOf(key);
    const temporary = join(root, 'tmp', randomUUID());
    const hash = createHash('sha256');
    let size = 0;
    await mkdir(dirname(path), { recursive: true });
    await mkdir(dirname(temporary), { recursive: true });
    try {
      const file = await open(temporary, 'wx');
      try {
        for await (const chunk of chunks) {
          size += chunk.byteLength;
          if (size > maxBytes) throw new Fault('too_large');
          hash.update(chunk);
          await file.write(chunk);
        }
        await file.sync();
      } finally { await file.close(); }
      await rename(temporary, path);
      const folder = await open(dirname(path), 'r');
      try { await folder.sync(); } finally { await folder.close(); }
    } catch (error) {
      await rm(temporary, { force: true });
      return orFault(error);
    }
    return { size, hash: hash.digest('hex') };
  }
  const has = (key: string): Promise<boolean> => stat(pathOf(key)).then(() => true, (error) => (isMissing(error) ? false : orFault(error)));
  return {
    has,
    async putBlob(bytes) {
      const hash = createHash('sha256').update(bytes).digest('hex');
      const key = `blobs/${hash.slice(0, 2)}/${hash.slice(2)}`;
      if (!(await has(key))) await writeThrough(key, [bytes], Infinity);
      return { key, size: bytes.byteLength, hash };
    },
    putStream: (key: string, stream: Readable, maxBytes: number) => writeThrough(key, stream, maxBytes),
    read: (key) => readFile(pathOf(key)).catch(orFault),
    async stream(key, range) {
      await stat(pathOf(key)).catch(orFault);
      return createReadStream(pathOf(key), range);
    },
    size: (key) => stat(pathOf(key)).then((it) => it.size, orFault),
    delete: (key) => rm(pathOf(key), { force: true }),
  };
}
