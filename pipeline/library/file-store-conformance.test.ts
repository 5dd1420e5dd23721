/** Conformance suite for both file stores. */
import { randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createLog } from '#config/log.ts';
import { sha256 } from '#config/sha256.ts';
import { serveBucket, type TestBucket } from '#pipeline/testing/s3-server.ts';
import { createDiskFiles } from './disk-files.ts';
import type { FileStore } from './file-store.ts';
import { openS3Files } from './s3-files.ts';
import { withLocalCopies } from './local-copies.ts';

const log = createLog('silent');
const bytesOf = (text: string) => new TextEncoder().encode(text);
const MB = 2 ** 20;

let bucket: TestBucket;
let root: string;
beforeAll(async () => {
  bucket = await serveBucket();
  root = await mkdtemp(join(tmpdir(), 'gloss-files-'));
});
afterAll(async () => {
  await bucket.close();
  await rm(root, { recursive: true, force: true });
});
const inBucket = () => openS3Files({ ...bucket, log });
const ENGINES: Record<string, () => FileStore> = {
  disk: () => createDiskFiles(join(root, 'files')),
  s3: inBucket,
};

describe.each(Object.entries(ENGINES))('a file store: %s', (_, open) => {
  let files: FileStore;
  beforeAll(() => {
    files = open();
  });
  const keys = async (prefix?: string) =>
    (await Array.fromAsync(files.list(prefix))).map(({ key }) => key).sort();
  /** A stream of `count` MB; calls `end` after the last. */
  const megabytes = (count: number, end: () => void = () => undefined) =>
    Readable.from(
      (async function* parts() {
        for (let n = 0; n < count; n += 1) yield new Uint8Array(MB).fill(n);
        await Promise.resolve();
        end();
      })(),
    );

  it('stores identical bytes once, under their hash', async () => {
    const bytes = bytesOf('the same bytes');
    const [first, second] = [await files.putBlob(bytes), await files.putBlob(bytes)];
    expect(first).toEqual({
      key: `blobs/${sha256(bytes).slice(0, 2)}/${sha256(bytes).slice(2)}`,
      size: 14,
      hash: sha256(bytes),
    });
    expect(second).toEqual(first);
    expect(Buffer.from(await files.read(first.key)).toString()).toBe('the same bytes');
    expect(await files.about(first.key)).toMatchObject({ key: first.key, size: 14 });
    expect(await keys(first.key.slice(0, 10))).toEqual([first.key]);
  });

  it('compresses a page, and serves it in full or in ranges', async () => {
    const page = bytesOf(
      Array.from({ length: 9000 }, (__, n) => `<p>Paragraph ${n} of a page</p>`).join('\n'),
    );
    const { key, size, hash } = await files.putBlob(page);
    expect({ size, hash }).toEqual({ size: page.byteLength, hash: sha256(page) });
    expect((await files.about(key)).size).toBeLessThan(page.byteLength / 5);
    expect(await files.size(key)).toBe(page.byteLength);
    expect(sha256(await files.read(key))).toBe(hash);
    expect(sha256(Buffer.concat(await (await files.stream(key)).toArray()))).toBe(hash);
    for (const [start, end] of [
      [0, 0],
      [5, 11],
      [70_000, 140_000],
      [page.byteLength - 7, page.byteLength - 1],
    ] as const) {
      const got = Buffer.concat(await (await files.stream(key, { start, end })).toArray());
      expect(got.equals(page.subarray(start, end + 1)), `${start}-${end}`).toBe(true);
    }
    const copy = join(root, 'page');
    await files.copyTo(key, copy);
    expect(sha256(await readFile(copy))).toBe(hash);
    expect((await readdir(root)).filter((name) => name.startsWith('page'))).toEqual(['page']);
    // A restore writes the stored form like this.
    await files.delete(key);
    expect(await files.putStream(key, Readable.from([page]), page.byteLength)).toEqual({
      size,
      hash,
    });
    expect((await files.about(key)).size).toBeLessThan(page.byteLength / 5);
    await expect(
      files.putStream(key, Readable.from([page]), page.byteLength - 1),
    ).rejects.toMatchObject({ code: 'too_large' });
  });

  it.each([
    ['an image', () => randomBytes(100_000)],
    ['a PDF', () => bytesOf(`%PDF-1.7 ${'stream '.repeat(9000)}`)],
  ])('stores %s uncompressed', async (__, bytes) => {
    const content = bytes();
    const { key } = await files.putBlob(content);
    expect((await files.about(key)).size).toBe(content.byteLength);
    expect(await files.size(key)).toBe(content.byteLength);
    const start = Buffer.concat(await (await files.stream(key, { start: 3, end: 9 })).toArray());
    expect(start.equals(content.subarray(3, 10))).toBe(true);
    expect(sha256(Buffer.concat(await (await files.stream(key)).toArray()))).toBe(sha256(content));
  });

  it('preserves content that looks like the compressed form', async () => {
    const misleading = bytesOf('\0gloss-zstd-1\n and no frame');
    const { key } = await files.putBlob(misleading);
    expect(sha256(await files.read(key))).toBe(sha256(misleading));
    expect(await files.size(key)).toBe(misleading.byteLength);
    const large = Buffer.concat([misleading, randomBytes(9 * MB)]);
    await files.putStream('blobs/aa/misleading', Readable.from([large]), large.byteLength);
    expect(sha256(await files.read('blobs/aa/misleading'))).toBe(sha256(large));
    await files.putStream('blobs/aa/long', megabytes(20), 20 * MB);
    expect(await files.size('blobs/aa/long')).toBe(20 * MB);
  });

  it('stores a stream of many parts and reads any range of it', async () => {
    const bytes = randomBytes(19 * MB + 7);
    const parts = Array.from({ length: 20 }, (__, n) => bytes.subarray(n * MB, (n + 1) * MB));
    expect(await files.putStream('uploads/t/long', Readable.from(parts), bytes.byteLength)).toEqual(
      { size: bytes.byteLength, hash: sha256(bytes) },
    );
    expect(sha256(await files.read('uploads/t/long'))).toBe(sha256(bytes));
    expect(await files.size('uploads/t/long')).toBe(bytes.byteLength);
    for (const [start, end] of [
      [0, 1],
      [5, 11],
      [8 * MB - 3, 8 * MB + 3],
      [bytes.byteLength - 7, bytes.byteLength - 1],
    ] as const) {
      const got = Buffer.concat(
        await (await files.stream('uploads/t/long', { start, end })).toArray(),
      );
      expect(got.equals(bytes.subarray(start, end + 1)), `${start}-${end}`).toBe(true);
    }
    const copy = join(root, 'copy');
    await files.copyTo('uploads/t/long', copy);
    expect(sha256(await readFile(copy))).toBe(sha256(bytes));
  });

  it('stores an empty stream and overwrites an existing key', async () => {
    expect(await files.putStream('uploads/t/again', Readable.from([]), 10)).toEqual({
      size: 0,
      hash: sha256(new Uint8Array()),
    });
    expect(await files.size('uploads/t/again')).toBe(0);
    await files.putStream('uploads/t/again', Readable.from([bytesOf('new')]), 3);
    expect(Buffer.from(await files.read('uploads/t/again')).toString()).toBe('new');
  });

  it.each([
    [2, 1],
    [20, 18],
  ])('rejects a stream of %i MB with a limit of %i MB', async (size, most) => {
    await expect(
      files.putStream('uploads/t/large', megabytes(size), most * MB),
    ).rejects.toMatchObject({ code: 'too_large' });
    expect(await files.has('uploads/t/large')).toBe(false);
  });

  it.each([2, 20])('stores nothing of a stream that fails after %i MB', async (size) => {
    await expect(
      files.putStream(
        'uploads/t/broken',
        megabytes(size, () => {
          throw new Error('gone away');
        }),
        100 * MB,
      ),
    ).rejects.toThrow('gone away');
    expect(await files.has('uploads/t/broken')).toBe(false);
    expect(await keys('uploads/t/broken')).toEqual([]);
  });

  it('renew says whether a file still exists', async () => {
    const { key } = await files.putBlob(bytesOf('kept long ago'));
    expect(await files.renew(key)).toBe(true);
    expect(Buffer.from(await files.read(key)).toString()).toBe('kept long ago');
    expect(await files.renew('uploads/none')).toBe(false);
  });

  it('throws absent for a missing file; deleting it is not an error', async () => {
    expect(await files.has('uploads/none')).toBe(false);
    for (const ask of ['read', 'stream', 'size', 'about'] as const)
      await expect(files[ask]('uploads/none')).rejects.toMatchObject({ code: 'absent' });
    await expect(files.copyTo('uploads/none', join(root, 'none'))).rejects.toMatchObject({
      code: 'absent',
    });
    await files.delete('uploads/none');
    const { key } = await files.putBlob(bytesOf('not for long'));
    await files.delete(key);
    expect(await files.has(key)).toBe(false);
  });

  it.each([
    '../secret',
    'a/../../secret',
    '/etc/passwd',
    '..',
    '',
    'a\\b',
    '%2e%2e/secret',
    'UPPER',
    'nul\0',
    `a${'b'.repeat(500)}`,
    './a',
    '.hidden',
    'ü',
  ])('refuses the key %j', async (key) => {
    await expect(async () => files.read(key)).rejects.toMatchObject({ code: 'bad_request' });
    await expect(async () => files.has(key)).rejects.toMatchObject({ code: 'bad_request' });
    await expect(async () => files.delete(key)).rejects.toMatchObject({ code: 'bad_request' });
    await expect(async () =>
      files.putStream(key, Readable.from([bytesOf('x')]), 10),
    ).rejects.toMatchObject({ code: 'bad_request' });
  });

  it('stores concurrent puts of the same and of different bytes', async () => {
    const put = await Promise.all(
      Array.from({ length: 24 }, (__, n) => files.putBlob(bytesOf(`side by side ${n % 8}`))),
    );
    expect(new Set(put.map(({ key }) => key)).size).toBe(8);
    for (const [n, { key }] of put.entries())
      expect(Buffer.from(await files.read(key)).toString()).toBe(`side by side ${n % 8}`);
    await Promise.all(
      Array.from({ length: 8 }, (__, n) =>
        files.putStream('uploads/t/race', Readable.from([new Uint8Array(1000).fill(n)]), 1000),
      ),
    );
    const last = await files.read('uploads/t/race');
    expect(last.every((byte) => byte === last[0])).toBe(true);
  });

  it('lists files by key prefix, with their time', async () => {
    const before = Date.now();
    for (const key of ['lists/a/1', 'lists/a/2', 'lists/b/1'])
      await files.putStream(key, Readable.from([bytesOf(key)]), 100);
    expect(await keys('lists/')).toEqual(['lists/a/1', 'lists/a/2', 'lists/b/1']);
    expect(await keys('lists/a/')).toEqual(['lists/a/1', 'lists/a/2']);
    expect(await keys('nothing/')).toEqual([]);
    // S3 stores whole seconds.
    for await (const { modifiedAt, size } of files.list('lists/'))
      expect([modifiedAt.getTime() >= before - 1000, size]).toEqual([true, 9]);
  });
});

describe('the folder store', () => {
  it('reads files that an earlier version stored uncompressed', async () => {
    const files = createDiskFiles(join(root, 'earlier'));
    const page = bytesOf('<p>text</p>'.repeat(500));
    const hash = sha256(page);
    const key = `blobs/${hash.slice(0, 2)}/${hash.slice(2)}`;
    await mkdir(join(root, 'earlier/blobs', hash.slice(0, 2)), { recursive: true });
    await writeFile(join(root, 'earlier', key), page);
    expect(await files.putBlob(page)).toEqual({ key, size: page.byteLength, hash });
    expect((await files.about(key)).size).toBe(page.byteLength);
    expect(sha256(await files.read(key))).toBe(hash);
    const range = Buffer.concat(await (await files.stream(key, { start: 1, end: 4 })).toArray());
    expect(range.toString()).toBe('p>te');
    await files.copyTo(key, join(root, 'copy'));
    expect(sha256(await readFile(join(root, 'copy')))).toBe(hash);
  });

  it('refreshes the time of bytes put again, and removes leftovers of killed puts', async () => {
    const files = createDiskFiles(join(root, 'own'));
    const { key } = await files.putBlob(bytesOf('old'));
    for (const renew of [() => files.putBlob(bytesOf('old')), () => files.renew(key)]) {
      await utimes(join(root, 'own', key), 0, 0);
      await renew();
      expect((await files.about(key)).modifiedAt.getTime()).toBeGreaterThan(Date.now() - 60_000);
    }
    const [old, young] = ['old', 'young'].map((name) => join(root, 'own/tmp', name)) as [
      string,
      string,
    ];
    for (const path of [old, young]) await writeFile(path, 'half');
    await utimes(old, 0, 0);
    await files.dropUnfinished(new Date(1000));
    expect(await readdir(join(root, 'own/tmp'))).toEqual(['young']);
  });
});

describe('the bucket store', () => {
  it("aborts every multipart upload it doesn't complete", () => {
    expect(bucket.begun).toHaveLength(4);
    expect(bucket.aborted.toSorted()).toEqual(bucket.begun.slice(2).toSorted());
  });
  it("accepts a server that can't list unfinished uploads", async () => {
    await inBucket().dropUnfinished(new Date());
  });

  it.each([
    [
      'cannot be reached',
      { endpoint: 'http://127.0.0.1:1' },
      'no valid response from the bucket gloss at http://127.0.0.1:1',
    ],
    ['is not there', { bucket: 'another' }, "Couldn't find the bucket another"],
  ])('a bucket that %s is reported as unavailable, by name', async (__, more, message) => {
    const { createS3Client } = await import('#pipeline/net/s3-client.ts');
    const place = {
      endpoint: bucket.endpoint,
      bucket: bucket.bucket,
      region: 'us-east-1',
      accessKeyId: 'S3RVER',
      secretAccessKey: 'S3RVER',
      ...more,
    };
    const client = createS3Client(place);
    await expect(
      openS3Files({ ...place, client, log }).putBlob(bytesOf('x')),
    ).rejects.toMatchObject({ code: 'unavailable', message: expect.stringContaining(message) });
    client.destroy();
  });

  it('a full bucket is reported as full', async () => {
    bucket.refuseWith(507);
    await expect(inBucket().putBlob(bytesOf('one more')))
      .rejects.toMatchObject({ code: 'storage_full' })
      .finally(() => bucket.refuseWith(undefined));
  });
});

it('caches local copies within a limit until they are deleted or unused', async () => {
  const folder = join(root, 'copies');
  const files = withLocalCopies(inBucket(), { folder, maxBytes: 3 * MB, maxIdleMs: 60_000 });
  const blobs = await Promise.all(
    [1, 2, 3].map((n) => files.putBlob(new Uint8Array(MB + n).fill(n))),
  );
  const [first, second, third] = blobs.map(({ key }) => key) as [string, string, string];
  const names = async () => (await readdir(folder)).sort();
  const nameOf = (key: string) => key.replaceAll('/', '-');
  for (const key of [first, second]) await files.copyTo(key, join(root, 'child'));
  await utimes(
    join(folder, nameOf(first)),
    new Date(Date.now() - 30_000),
    new Date(Date.now() - 30_000),
  );
  await files.copyTo(third, join(root, 'child'));
  expect(await names()).toEqual([nameOf(second), nameOf(third)].sort());
  // Cached copies don't need the bucket.
  bucket.refuseWith(503);
  await files.copyTo(second, join(root, 'child')).finally(() => bucket.refuseWith(undefined));
  expect((await readFile(join(root, 'child')))[0]).toBe(2);
  await files.delete(second);
  await utimes(join(folder, nameOf(third)), 0, 0);
  await files.copyTo(first, join(root, 'child'));
  expect(await names()).toEqual([nameOf(first)]);
});
