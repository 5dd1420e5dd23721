/** Decides where the work on a snapshot runs, and copies snapshots for parsing children. */
import { join } from 'node:path';
import {
  readSnapshotKey,
  type FileStore,
  type Library,
  type SourceRow,
} from '#pipeline/library/index.ts';
import { removeScratch, scratchFolder } from '#pipeline/net/scratch-folder.ts';

/**
 * Bytes of a snapshot file up to which the server splits its text without a child; most sources are
 * smaller, and 256 kB take about 50 ms. The size of the file bounds the number of segments as well
 * as the length of the text.
 */
export const SPLIT_HERE_BYTES = 256_000;
/**
 * Bytes of all snapshot files of one refresh up to which the server compares them itself: finding
 * one lost quote in 100 kB takes 50 ms.
 */
export const COMPARE_HERE_BYTES = 64_000;

/** A snapshot in the file store. */
export interface SnapshotFile {
  key: string;
  /** in bytes */
  size: number;
}

/** Faults: `not_ready`. */
export async function findSnapshotFile(
  library: Library,
  files: FileStore,
  source: SourceRow,
): Promise<SnapshotFile> {
  const key = await readSnapshotKey(library, source);
  return { key, size: await files.size(key) };
}

/**
 * Calls `use` with a path for each key, in their order, in the system's temporary folder. The
 * copies are removed afterwards.
 */
export async function withCopies<T>(
  files: FileStore,
  keys: readonly string[],
  use: (paths: string[]) => Promise<T>,
): Promise<T> {
  const folder = await scratchFolder('parts');
  try {
    const paths = keys.map((_, n) => join(folder, String(n)));
    await Promise.all(keys.map((key, n) => files.copyTo(key, paths[n] ?? '')));
    return await use(paths);
  } finally {
    await removeScratch(folder);
  }
}
