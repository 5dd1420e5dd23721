import type { Readable } from 'node:stream';

export interface StoredFile {
  key: string;
  /** bytes used in the store, after compression */
  size: number;
  /** when it was last put, even if it existed already */
  modifiedAt: Date;
}

/**
 * Stores bytes by key, in a folder or an S3-compatible bucket (`file-store-conformance.test.ts`). A
 * `put` resolves once the bytes are durable; a failed one leaves nothing under its key. Keys
 * consist of `[a-z0-9/._-]`, without `..`; others are `bad_request`. Faults: `absent` for a missing
 * key, `storage_full`, and `unavailable` if the store can't be reached or denies access. Blobs may
 * be compressed (`compressed-files.ts`), which is invisible to readers.
 */
export interface FileStore {
  /** location of the store, for display */
  readonly place: string;
  /**
   * Stores bytes under their SHA-256 (`blobs/ab/cdef…`). Storing the same bytes again only renews
   * the file.
   */
  putBlob(bytes: Uint8Array): Promise<{ key: string; size: number; hash: string }>;
  /** Stores a stream under a given key; throws `too_large` if it exceeds `maxBytes`. */
  putStream(
    key: string,
    stream: Readable,
    maxBytes: number,
  ): Promise<{ size: number; hash: string }>;
  read(key: string): Promise<Uint8Array>;
  /** `[start, end]` inclusive, as in an HTTP range. */
  stream(key: string, range?: { start: number; end: number }): Promise<Readable>;
  /** Creates a local copy for child processes, which need a path. */
  copyTo(key: string, path: string): Promise<void>;
  about(key: string): Promise<StoredFile>;
  /** bytes of the content, as `read` returns it */
  size(key: string): Promise<number>;
  has(key: string): Promise<boolean>;
  /**
   * Renews the file as if it had been put now; returns false if it doesn't exist. Call this before
   * referring to an existing file, so that it isn't collected.
   */
  renew(key: string): Promise<boolean>;
  /** Deletes a file; a missing key isn't an error. */
  delete(key: string): Promise<void>;
  /** Lists files in no order. Files that are put or deleted meanwhile may be included or not. */
  list(prefix?: string): AsyncIterable<StoredFile>;
  /** Removes leftovers of puts that were killed before `before`. */
  dropUnfinished(before: Date): Promise<void>;
}
