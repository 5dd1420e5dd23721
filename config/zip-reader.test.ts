import { mkdtempSync, rmSync } from 'node:fs';
import { readFile, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ZipFile } from 'yazl';
import { openZip } from './zip-reader.ts';

let folder: string;
let path: string;
const LIMITS = { entries: 10, bytes: 50 * 2 ** 20, ratio: 100 };
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'gloss-zip-'));
  path = join(folder, 'it.zip');
});
afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

async function make(
  entries: Readonly<Record<string, { bytes?: Buffer; mode?: number }>>,
  change: (zip: Buffer) => Buffer = (zip) => zip,
): Promise<void> {
  const zip = new ZipFile();
  for (const [name, { bytes = Buffer.from('text'), mode = 0o100600 }] of Object.entries(entries))
    zip.addBuffer(bytes, name, { mode });
  zip.end();
  await writeFile(
    path,
    change(Buffer.concat(await Array.fromAsync(zip.outputStream as AsyncIterable<Buffer>))),
  );
}
/** This zip writer refuses such names, but others may not. */
const renamed =
  (from: string, to: string) =>
  (zip: Buffer): Buffer =>
    Buffer.from(zip.toString('latin1').replaceAll(from, to), 'latin1');
const read = async () => {
  const zip = await openZip(path, LIMITS);
  try {
    return await Promise.all(
      [...zip.sizes.keys()].map(async (name) => [
        name,
        Buffer.concat(await Array.fromAsync(zip.read(name))).toString(),
      ]),
    );
  } finally {
    zip.close();
  }
};

it('reads a valid archive', async () => {
  await make({ 'a.md': {}, 'assets/b.txt': { bytes: Buffer.from('more') } });
  expect(await read()).toEqual([
    ['a.md', 'text'],
    ['assets/b.txt', 'more'],
  ]);
});

it.each([
  ['../../evil', 'xx/yy/evil'],
  ['/etc/evil!', 'xx/yy/evil'],
  ['c:/yy/evil', 'xx/yy/evil'],
  ['xx\\..\\evil', 'xx/yy/evil'],
])('refuses a path outside the archive: %s', async (name, stand) => {
  await make({ [stand]: {} }, renamed(stand, name));
  await expect(read()).rejects.toMatchObject({ code: 'corrupt_file' });
});

it.each([
  [
    'a link',
    { 'link.md': { bytes: Buffer.from('/etc/passwd'), mode: 0o120777 } },
    'corrupt_file',
    /is a link/,
  ],
  [
    'a bomb',
    { 'zeros.md': { bytes: Buffer.alloc(5 * 2 ** 20) } },
    'too_large',
    /more than 100 times/,
  ],
  [
    'more files than are read',
    Object.fromEntries(Array.from({ length: 11 }, (_, at) => [`${at}.md`, {}])),
    'too_large',
    /11 files/,
  ],
] as const)('refuses %s', async (_, entries, code, message) => {
  await make(entries);
  await expect(read()).rejects.toMatchObject({ code, message: expect.stringMatching(message) });
});

it('refuses duplicate names, understated sizes, and truncated or corrupted data', async () => {
  await make({ 'aa.md': {}, 'bb.md': {} }, renamed('bb.md', 'aa.md'));
  await expect(read()).rejects.toMatchObject({
    code: 'corrupt_file',
    message: 'aa.md is in it twice.',
  });
  // Overwrites the size in the central directory: 4 bytes at offset 24 of an entry.
  await make({ 'a.md': { bytes: Buffer.from('a'.repeat(2000)) } }, (zip) => {
    zip.writeUInt32LE(20, zip.lastIndexOf('PK\u0001\u0002') + 24);
    return zip;
  });
  await expect(read()).rejects.toMatchObject({ code: 'corrupt_file' });
  await make({ 'a.md': { bytes: Buffer.from('text') } }, (zip) => {
    zip.writeUInt8(zip.readUInt8(38) ^ 1, 38);
    return zip;
  });
  await expect(read()).rejects.toMatchObject({ code: 'corrupt_file' });
  await make({ 'a.md': {} });
  await truncate(path, (await readFile(path)).length - 10);
  await expect(read()).rejects.toMatchObject({
    code: 'corrupt_file',
    message: expect.stringContaining('incomplete'),
  });
});
