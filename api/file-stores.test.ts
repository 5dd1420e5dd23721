/** With any file store: sources that are added can be read, and files of deleted ones are gone. */
import { readFileSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createLog } from '#config/log.ts';
import { FileUrls } from '#core/contract/file.ts';
import type { Health } from '#core/contract/health.ts';
import type { SearchResult } from '#core/contract/search.ts';
import { Source } from '#core/contract/source.ts';
import type { Thread } from '#core/contract/thread.ts';
import { createFileCollector } from '#pipeline/library/index.ts';
import { serveBucket, type TestBucket } from '#pipeline/testing/s3-server.ts';
import {
  describeOnDatabases,
  openOnSqlite,
  type OpenTestDatabase,
} from './db/testing/test-database.ts';
import { dataOf, openTestServer, type TestServer } from './testing/test-server.ts';

const GUIDE = new Uint8Array(
  readFileSync(new URL('./features/samples/files/learning-that-lasts.pdf', import.meta.url)),
);
const DAY_MS = 24 * 3_600_000;

function suite(
  open: OpenTestDatabase,
  serveStore: () => Promise<{ env: Record<string, string>; place: string; close(): Promise<void> }>,
): void {
  let test: TestServer;
  let store: Awaited<ReturnType<typeof serveStore>>;
  let folder = '';
  beforeAll(async () => {
    store = await serveStore();
    const openHere: OpenTestDatabase = async (options) => {
      const opened = await open(options);
      ({ folder } = opened);
      return opened;
    };
    test = await openTestServer(openHere, { env: store.env });
  });
  afterAll(async () => {
    await test.close();
    await store.close();
  });

  const keys = async () =>
    (await Array.fromAsync(test.server.parts.files.list())).map(({ key }) => key);
  const upload = async (thread: Thread, name: string) => {
    const urls = FileUrls.parse(
      dataOf(await test.owner.get(`thread/v1/file/${thread._id}?name=${name}`)),
    );
    expect(
      (
        await test.content(new URL(urls.uploadURL).pathname, {
          method: 'PUT',
          type: 'application/pdf',
          bytes: GUIDE,
        })
      ).status,
    ).toBe(201);
    return urls.fileKey;
  };
  const read = async (thread: Thread, fileKey: string) => {
    const { added } = dataOf(
      await test.owner.post('thread/addSource', { threadId: thread._id, fileKey }),
    ) as { added: string[] };
    const look = async () => Source.parse(dataOf(await test.owner.get(`sources/${added[0]}`)));
    await expect.poll(async () => (await look()).status.embedding).toBe(1);
    return look();
  };
  const found = async (query: string) =>
    (dataOf(await test.owner.get(`search?q=${query}`)) as SearchResult).hits.length;

  it('is named in the health report', async () => {
    expect((dataOf(await test.owner.get('health')) as Health).components.files).toEqual({
      status: 'ok',
      detail: `files in ${store.place.replace('FOLDER', folder)}`,
    });
  });

  it('stores a PDF and a page that can be read and found until they are deleted', async () => {
    const probe = await keys();
    const thread = await test.thread();
    const [fileKey, unread, left] = [
      await upload(thread, 'guide.pdf'),
      await upload(thread, 'unread.pdf'),
      await upload(thread, 'left.pdf'),
    ];
    const pdf = await read(thread, fileKey);
    const [page] = (await test.read(thread, 'otters.html')) as [Source];
    expect([await found('favourite+stone'), (await found('learning')) > 0]).toEqual([1, true]);
    expect(
      await test.content(new URL(String(pdf.fileUrl)).pathname, { range: 'bytes=0-4' }),
    ).toMatchObject({
      status: 206,
      body: '%PDF-',
      headers: { 'content-range': `bytes 0-4/${GUIDE.byteLength}` },
    });
    expect(
      (await test.owner.get(`thread/v1/web-preview/${thread._id}/${page._id}/1`)).body,
    ).toContain('favourite stone');
    expect((await test.owner.get(`sources/${page._id}/text`)).status).toBe(200);
    if (store.env['GLOSS_S3_BUCKET']) expect(await readdir(join(folder, 'files'))).toEqual([]);

    // Collecting unused files removes no used file, and removes unused ones after a day.
    const { database, files } = test.server.parts;
    const orphan = await files.putBlob(new TextEncoder().encode('of a worker that was killed'));
    const collector = createFileCollector({ database, files, log: createLog('silent') });
    const before = await keys();
    expect(await collector.sweep(new Date(Date.now() + DAY_MS / 2))).toBe(0);
    await collector.sweep(new Date(Date.now() + DAY_MS + 60_000));
    expect((await keys()).sort()).toEqual(
      before.filter((key) => key !== orphan.key && !probe.includes(key)).sort(),
    );
    expect((await test.content(new URL(String(pdf.fileUrl)).pathname)).status).toBe(200);

    // A source refers to the first file; nothing refers to the second.
    for (const key of [fileKey, unread])
      expect(
        (await test.owner.post('thread/delete-file', { threadId: thread._id, fileKey: key }))
          .status,
      ).toBe(200);
    expect(dataOf(await test.owner.post('thread/get_all_files', { id: thread._id }))).toMatchObject(
      { files: [{ fileKey: left }] },
    );
    await expect.poll(keys).not.toContain(unread);
    expect(await keys()).toContain(fileKey);

    for (const { _id } of [pdf, page])
      expect((await test.owner.delete(`sources/${_id}`)).status).toBe(200);
    expect(await found('favourite+stone')).toBe(0);
    // Only the thread's own file is left.
    await expect.poll(keys).toEqual([left]);
    expect((await test.content(new URL(String(pdf.fileUrl)).pathname)).status).toBe(404);
    expect((await test.owner.delete(`threads/${thread._id}`)).status).toBe(200);
    await expect.poll(keys).toEqual([]);
  });
}

describe('files in a folder', () => {
  suite(openOnSqlite(), async () => ({
    env: {},
    place: 'the folder FOLDER/files',
    close: async () => undefined,
  }));
});

describeOnDatabases('files in an S3 bucket', (open) => {
  let bucket: TestBucket;
  suite(open, async () => {
    bucket = await serveBucket();
    return {
      env: bucket.env,
      place: `the bucket gloss at ${bucket.endpoint}`,
      close: () => bucket.close(),
    };
  });
});
