import type { Readable } from 'node:stream';

/**
 * Bytes by key. `put` answers once they are durable: temp file → fsync → rename → fsync of the folder.
 * Keys are made by us: `[a-z0-9/._-]`, never `..`; anything else is `bad_request`. A missing key is `absent`.
 */
export interface FileStore {
  /** Keeps bytes under their SHA-256 (`blobs/ab/cdef…`); the same bytes twice are one file. */
  putBlob(bytes: Uint8Array): Promise<{ key: string; size: number; hash: string }>;
  /** Keeps a stream under a given key; over `maxBytes` it is dropped and `too_large` thrown. */
  putStream(key: string, stream: Readable, maxBytes: number): Promise<{ size: number; hash: string }>;
  read(key: string): Promise<Uint8Array>;
  /** `[start, end]` inclusive, as in an HTTP range. */
  stream(key: string, range?: { start: number; end: number }): Promise<Readable>;
  size(key: string): Promise<number>;
  has(key: string): Promise<boolean>;
  delete(key: string): Promise<void>;
}
