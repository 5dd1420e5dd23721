// @vitest-environment node
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { SearchResult } from '#core/contract/search.ts';
import { Source } from '#core/contract/source.ts';
import type { Thread } from '#core/contract/thread.ts';
import { describeOnDatabases } from '../../db/testing/test-database.ts';
import { dataOf, openTestServer, type TestServer } from '../../testing/test-server.ts';
import { openPausedImageSite, type PausedImageSite } from './testing/paused-image-site.ts';

const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
const TEXT =
  'The lamp is lit at dusk, and the keeper writes down who passes and with what wind. '.repeat(6);

describeOnDatabases("a page whose images don't respond", (open) => {
  let site: PausedImageSite;
  let test: TestServer;
  let thread: Thread;
  let pages = 0;
  /** appended to the text of all pages */
  let edition = '';
  beforeAll(async () => {
    site = await openPausedImageSite(
      (path) =>
        `<html lang="en"><head><title>The lamp of ${path}</title><link rel="icon" href="/icon.png"><meta property="og:image" content="/preview.png"></head><body><article><h1>The lamp of ${path}</h1><p>${TEXT}</p><img src="/lamp.png" alt="the lamp"><p>Its number is ${path}. ${edition}${TEXT}</p></article></body></html>`,
      PIXEL,
    );
    test = await openTestServer(open, { env: { GLOSS_FETCH_ALLOW: new URL(site.origin).host } });
    thread = await test.thread();
  });
  afterAll(async () => {
    await test.close();
    await site.close();
  });

  const look = async (id: string): Promise<Source> =>
    Source.parse(dataOf(await test.owner.get(`sources/${id}`)));
  /** Returns the source when it is `wanted`, checked at every change. */
  async function once(id: string, wanted: (source: Source) => boolean): Promise<Source> {
    const { promise, resolve, reject } = Promise.withResolvers<Source>();
    const check = () =>
      look(id).then((source) => {
        if (wanted(source)) resolve(source);
      }, reject);
    const stop = test.server.parts.library.onChange((changed) => {
      if (changed === id) void check();
    });
    await check();
    return promise.finally(stop);
  }
  const isReady = ({ status }: Source) => status.embedding === 1;
  async function add(): Promise<Source> {
    pages += 1;
    const { added } = dataOf(
      await test.owner.post('thread/addSource', {
        threadId: thread._id,
        url: `${site.origin}/page-${pages}`,
      }),
    ) as { added: string[] };
    return once(String(added[0]), isReady);
  }
  const preview = (id: string, mode: 1 | 2) =>
    test.owner.get(`thread/v1/web-preview/${thread._id}/${id}/${mode}`);
  const found = async (id: string) =>
    SearchResult.parse(dataOf(await test.owner.get(`search?q=keeper&sources=${id}`))).hits.length;

  beforeEach(() => {
    edition = '';
    site.pause();
  });

  it('is ready and found at once, and gets its images when they arrive', async () => {
    const source = await add();
    expect(source).toMatchObject({ saving: true, status: { webpage_processing: 0 } });
    expect(source.fileUrl).toBeUndefined();
    expect(await found(source._id)).toBeGreaterThan(0);
    expect((await preview(source._id, 1)).body).toContain('the keeper writes down');
    expect(await preview(source._id, 2)).toMatchObject({
      status: 409,
      body: { code: 'not_ready', message: expect.stringContaining('still being saved') },
    });
    site.resume();
    const saved = await once(source._id, (it) => !it.saving);
    expect(saved).toMatchObject({
      status: { embedding: 1 },
      fileUrl: expect.any(String),
      thumbnails: { icon: expect.any(String), preview: expect.any(String) },
    });
    // Two people open it at once, and one later.
    const pages = await Promise.all([preview(source._id, 2), preview(source._id, 2)]);
    for (const page of [...pages, await preview(source._id, 2)]) {
      expect(page.body).toContain('data:image/png;base64,');
      expect(page.body).toContain('data-p="2"');
    }
    expect((await preview(source._id, 1)).body).toMatch(/<img src="[^"]*usercontent\.localhost/);
  });

  it('stays ready without them when they never arrive', async () => {
    const source = await add();
    const saved = await once(source._id, (it) => !it.saving);
    expect(saved.error).toBeUndefined();
    expect(saved.thumbnails.preview).toBeUndefined();
    const page = await preview(source._id, 2);
    expect(page.body).toContain('the keeper writes down');
    expect(page.body).not.toContain('data:image/png');
    expect(await found(source._id)).toBeGreaterThan(0);
  }, 30_000);

  it('is refreshed meanwhile, and shows the previous version until the new one is saved', async () => {
    site.resume();
    const first = await once((await add())._id, (it) => !it.saving);
    site.pause();
    edition = 'It was rebuilt in the spring of 1931. ';
    await test.owner.post(`sources/${first._id}/refresh`);
    const second = await once(first._id, (it) => it.version === 2 && !it.refreshing);
    expect(second.saving).toBe(true);
    expect((await preview(first._id, 1)).body).toContain('rebuilt in the spring');
    const before = (await preview(first._id, 2)).body;
    expect(before).toContain('data:image/png;base64,');
    expect(before).not.toContain('rebuilt in the spring');
    // Its text is refreshed again while its images are still missing.
    edition = 'It was rebuilt in the autumn of 1932. ';
    await test.owner.post(`sources/${first._id}/refresh`);
    await once(first._id, (it) => it.version === 3 && !it.refreshing);
    site.resume();
    await once(first._id, (it) => !it.saving);
    const after = (await preview(first._id, 2)).body;
    expect(after).toContain('data:image/png;base64,');
    expect(after).toContain('rebuilt in the autumn');
  }, 30_000);

  it('gets its images after being in the trash meanwhile', async () => {
    const source = await add();
    const ids = [source._id];
    await test.owner.post('sources/many', { what: 'trash', ids });
    expect((await test.owner.get(`sources/${source._id}`)).status).toBe(404);
    site.resume();
    await test.owner.post('sources/many', { what: 'restore', ids });
    await once(source._id, (it) => it.thumbnails.preview !== undefined && !it.saving);
    expect((await preview(source._id, 2)).status).toBe(200);
  }, 30_000);
});
