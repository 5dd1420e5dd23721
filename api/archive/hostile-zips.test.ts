import { mkdtempSync, rmSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { Fault } from '#core/contract/faults.ts';
import { hostileZips, outsideZips } from './testing/hostile-zips.ts';
import { openZip } from '#config/zip-reader.ts';

const LIMITS = { entries: 1_000, bytes: 64 * 2 ** 20, ratio: 100 };
let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'gloss-hostile-zip-'));
});
afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

/** Reads all files. Returns the number of unpacked bytes, or the code of the fault. */
async function outcome(bytes: Uint8Array): Promise<number | string> {
  const path = join(folder, 'it.zip');
  await writeFile(path, bytes);
  let read = 0;
  try {
    const zip = await openZip(path, LIMITS);
    try {
      for (const name of zip.sizes.keys())
        for await (const chunk of zip.read(name)) read += chunk.byteLength;
    } finally {
      zip.close();
    }
    return read;
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    return error.code;
  }
}

it('refuses every hostile zip with its own fault, before it unpacks more than the limits', async () => {
  for (const { name, bytes } of hostileZips()) {
    const got = await outcome(bytes);
    expect([
      name,
      typeof got === 'number' ? got <= LIMITS.bytes : ['corrupt_file', 'too_large'].includes(got),
    ]).toEqual([name, true]);
  }
});
it('refuses each path that leads out of the folder', async () => {
  for (const { name, bytes } of outsideZips())
    expect([name, await outcome(bytes)]).toEqual([name, 'corrupt_file']);
});
it('refuses overlapping files, which unpack to far more than the zip contains', async () => {
  const overlapping = hostileZips().find(({ name }) => name.startsWith('files that lie over'));
  expect(await outcome(overlapping?.bytes ?? new Uint8Array())).toBe('corrupt_file');
});
