import type { Readable } from 'node:stream';

export interface StoredFile {
  key: string;
  /** bytes in the store, which compresses some */
  size: number;
  /** when it was put last, also when it was there already */
  modifiedAt: Date;
}

/**
 * Bytes by key, the same for a folder and for an S3-compatible bucket
 * (`file-store-conformance.test.ts`). A `put` answers once they are durable, and what fails on the
 * way leaves nothing under its key. Keys are made by us: `[a-z0-9/._-]`, never `..`; anything else
 * is `bad_request`. Faults: `absent` for a missing key, `storage_full`, and `unavailable` when the
 * store cannot be reached or refuses us. Blobs may be stored compressed
 * (`compressed-files.ts`), which nobody who reads them notices.
 */
export interface FileStore {
  /** where it is, for people */
  readonly place: string;
  /**
   * Keeps bytes under their SHA-256 (`blobs/ab/cdef…`); the same bytes twice are one file, as new
   * as the second.
   */
  putBlob(bytes: Uint8Array): Promise<{ key: string; size: number; hash: string }>;
  /** Keeps a stream under a given key; over `maxBytes` it is dropped and `too_large` thrown. */
  putStream(
    key: string,
    stream: Readable,
    maxBytes: number,
  ): Promise<{ size: number; hash: string }>;
  read(key: string): Promise<Uint8Array>;
  /** `[start, end]` inclusive, as in an HTTP range. */
  stream(key: string, range?: { start: number; end: number }): Promise<Readable>;
  /** A local copy for child processes, which need a path. */
  copyTo(key: string, path: string): Promise<void>;
  about(key: string): Promise<StoredFile>;
  /** bytes of the content, as `read` returns it */
  size(key: string): Promise<number>;
  has(key: string): Promise<boolean>;
  /**
   * Whether it is there; from now on as new as if it had been put. Who is about to refer to what
   * was kept long ago asks this.
   */
  renew(key: string): Promise<boolean>;
  /** A missing key is deleted already. */
  delete(key: string): Promise<void>;
  /** In no order. What is put or deleted meanwhile may be told or not. */
  list(prefix?: string): AsyncIterable<StoredFile>;
  /** Removes what puts that were killed before `before` have left. */
  dropUnfinished(before: Date): Promise<void>;
}
