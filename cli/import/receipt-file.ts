import { randomUUID } from 'node:crypto';
import { rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { Fault } from '#core/contract/faults.ts';
import type { ImportItem } from '#core/contract/import.ts';

/**
 * Checks before the import starts that the receipt can be written at the end. Faults:
 * `bad_request`.
 */
export async function checkReceiptPath(path: string): Promise<void> {
  const folder = await stat(dirname(path)).catch(() => undefined);
  if (folder?.isDirectory() !== true)
    throw new Fault('bad_request', {
      message: `Couldn't write the receipt: the folder ${dirname(path)} doesn't exist.`,
    });
  if ((await stat(path).catch(() => undefined))?.isDirectory() === true)
    throw new Fault('bad_request', {
      message: `Couldn't write the receipt: ${path} is a folder.`,
    });
}

/** Writes JSON lines atomically: readers see the old file until the new one is complete. */
export async function writeReceipt(path: string, items: Iterable<ImportItem>): Promise<void> {
  const beside = `${path}.${randomUUID().slice(0, 8)}.part`;
  try {
    await writeFile(beside, [...items].map((item) => `${JSON.stringify(item)}\n`).join(''));
    await rename(beside, path);
  } catch (error) {
    await rm(beside, { force: true });
    throw new Fault('internal', {
      message: `Couldn't write the receipt to ${path}: ${error instanceof Error ? error.message : String(error)}`,
      cause: error,
    });
  }
}
