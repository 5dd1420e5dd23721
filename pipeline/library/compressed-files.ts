import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { open, rename, rm } from 'node:fs/promises';
import { pipeline as callbackPipeline, Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createZstdDecompress } from 'node:zlib';
import { Fault } from '#core/contract/faults.ts';
import { contentSize, HEADER_BYTES, toContent, toStored } from './compressed-form.ts';
import { blobKey } from './file-key.ts';
import type { FileStore } from './file-store.ts';

/** A store that keeps bytes unchanged: a folder or a bucket. */
export interface ByteStore extends Omit<FileStore, 'putBlob'> {
  /** Stores `toBytes()` under the key. A store may keep an existing file and only renew its time. */
  put(key: string, toBytes: () => Promise<Uint8Array>): Promise<void>;
}
interface Range {
  start: number;
  end: number;
}

/** A longer stream is stored uncompressed. */
const MOST_BUFFERED_BYTES = 8 * 2 ** 20;
/** Other files are written once, and read in ranges. */
const isBlob = (key: string): boolean => key.startsWith('blobs/');

/**
 * Compresses blobs that become smaller, such as HTML and JSON. Keys, sizes, ranges and hashes refer
 * to the content. Existing uncompressed blobs are unchanged.
 */
export function withCompression({ put, ...store }: ByteStore): FileStore {
  const headOf = async (key: string): Promise<Uint8Array> => {
    const stream = await store.stream(key, { start: 0, end: HEADER_BYTES - 1 });
    return Buffer.concat((await stream.toArray()) as Uint8Array[]);
  };
  return {
    ...store,
    async putBlob(bytes) {
      const blob = blobKey(bytes);
      await put(blob.key, () => toStored(bytes));
      return blob;
    },
    async putStream(key, stream, maxBytes) {
      if (!isBlob(key)) return store.putStream(key, stream, maxBytes);
      const { start, rest } = await readStart(stream, maxBytes);
      if (rest) return store.putStream(key, Readable.from(rest, { objectMode: false }), maxBytes);
      await put(key, () => toStored(start));
      return { size: start.byteLength, hash: createHash('sha256').update(start).digest('hex') };
    },
    async read(key) {
      const stored = await store.read(key);
      return isBlob(key) ? toContent(stored) : stored;
    },
    async stream(key, range) {
      if (!isBlob(key) || (range && contentSize(await headOf(key)) === undefined))
        return store.stream(key, range);
      const content = await contentOf(await store.stream(key));
      return range ? Readable.from(slice(content, range), { objectMode: false }) : content;
    },
    async copyTo(key, path) {
      await store.copyTo(key, path);
      if (isBlob(key)) await decodeFile(path);
    },
    async size(key) {
      const stored = await store.size(key);
      if (!isBlob(key) || stored < HEADER_BYTES) return stored;
      return contentSize(await headOf(key)) ?? stored;
    },
  };
}

/** The content of a stored blob. */
async function contentOf(stored: Readable): Promise<Readable> {
  let head: Uint8Array = new Uint8Array();
  for await (const chunk of stored.iterator({ destroyOnReturn: false })) {
    head = Buffer.concat([head, chunk as Uint8Array]);
    if (head.byteLength >= HEADER_BYTES) break;
  }
  if (head.byteLength < HEADER_BYTES) return Readable.from([head], { objectMode: false });
  if (contentSize(head) === undefined) {
    stored.unshift(head);
    return stored;
  }
  stored.unshift(head.subarray(HEADER_BYTES));
  // An error of the store is passed on to the reader of the content.
  return callbackPipeline(stored, createZstdDecompress(), () => undefined);
}

async function* slice(content: Readable, { start, end }: Range): AsyncGenerator<Uint8Array> {
  let position = 0;
  for await (const chunk of content as AsyncIterable<Uint8Array>) {
    const part = chunk.subarray(Math.max(0, start - position), Math.max(0, end + 1 - position));
    position += chunk.byteLength;
    if (part.byteLength > 0) yield part;
    if (position > end) return;
  }
}

/** Reads a stream to its end, or until it is too long to be compressed in memory. */
async function readStart(
  stream: Readable,
  maxBytes: number,
): Promise<{ start: Uint8Array; rest?: AsyncIterable<Uint8Array> }> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of stream.iterator({ destroyOnReturn: false })) {
    chunks.push(chunk as Uint8Array);
    size += (chunk as Uint8Array).byteLength;
    if (size > maxBytes) {
      stream.destroy();
      throw new Fault('too_large');
    }
    if (size <= MOST_BUFFERED_BYTES) continue;
    const start = Buffer.concat(chunks);
    if (contentSize(start) === undefined)
      return { start, rest: concat([start], stream as AsyncIterable<Uint8Array>) };
  }
  return { start: Buffer.concat(chunks) };
}

async function* concat(
  ...parts: (Iterable<Uint8Array> | AsyncIterable<Uint8Array>)[]
): AsyncGenerator<Uint8Array> {
  for (const part of parts) yield* part;
}

/** Replaces a copy of a stored blob with its content. */
async function decodeFile(path: string): Promise<void> {
  const file = await open(path);
  const { buffer, bytesRead } = await file
    .read(Buffer.alloc(HEADER_BYTES), 0, HEADER_BYTES, 0)
    .finally(() => file.close());
  if (contentSize(buffer.subarray(0, bytesRead)) === undefined) return;
  const decoded = `${path}.decoded`;
  try {
    await pipeline(
      createReadStream(path, { start: HEADER_BYTES }),
      createZstdDecompress(),
      createWriteStream(decoded),
    );
    await rename(decoded, path);
  } catch (error) {
    await rm(decoded, { force: true });
    throw (error as NodeJS.ErrnoException).code === 'ENOSPC'
      ? new Fault('storage_full', { cause: error })
      : error;
  }
}
