import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import { SearchResult } from '#core/contract/search.ts';
import { Source } from '#core/contract/source.ts';
import type { Thread } from '#core/contract/thread.ts';
import { RefreshReport, SourceDiff, SourceVersion } from '#core/contract/version.ts';
import { describeOnDatabases } from '../../db/testing/test-database.ts';
import { dataOf, openTestServer, type TestServer } from '../../testing/test-server.ts';
import { Refreshes } from './refreshes.ts';
import {
  htmlPage,
  openChangingSite,
  type ChangingPage,
  type ChangingSite,
} from './testing/changing-site.ts';

const TEXT = [
  'The lighthouse on the northern cape was built in 1874 by forty workers who came from the mainland in small boats.',
  'Its lamp was lit with whale oil at first, then with paraffin, and from 1921 on with electric current from the village.',
  'In fog a bell was rung by hand every two minutes, for which the keeper had to stay awake through the whole of the night.',
  'Today the tower is empty, and its light is switched on and off by a clock that nobody has to wind any more.',
];
const edited = (from: string, to: string): string[] => TEXT.map((text) => text.replace(from, to));

describeOnDatabases('refreshing', (open) => {
  let test: TestServer;
  let site: ChangingSite;
  let thread: Thread;
  let pages = 0;
  beforeAll(async () => {
    site = await openChangingSite();
    test = await openTestServer(open, { env: { GLOSS_FETCH_ALLOW: new URL(site.origin).host } });
    thread = await test.thread('Lighthouses');
  });
  afterAll(async () => {
    await test.close();
    await site.close();
  });

  const look = async (id: string): Promise<Source> =>
    Source.parse(dataOf(await test.owner.get(`sources/${id}`)));
  const settled = async (id: string): Promise<Source> => {
    await expect
      .poll(
        async () => {
          const source = await look(id);
          return source.status.embedding === 0 || source.refreshing === true;
        },
        { interval: 50 },
      )
      .toBe(false);
    return look(id);
  };
  /** Publishes a page with text of its own, since sources with the same text are merged. */
  const put = (path: string, page: ChangingPage): void => {
    site.pages.set(
      path,
      typeof page.html !== 'string'
        ? page
        : {
            ...page,
            html: page.html.replace(
              '</article>',
              `<p>This is ${path} of all the pages of the coast.</p></article>`,
            ),
          },
    );
  };
  /** Publishes a page and adds it as a source. */
  async function read(
    page: ChangingPage,
    ending = 'html',
  ): Promise<{ path: string; source: Source }> {
    pages += 1;
    const path = `page-${pages}.${ending}`;
    put(path, page);
    const { added } = dataOf(
      await test.owner.post('thread/addSource', {
        threadId: thread._id,
        url: `${site.origin}/${path}`,
      }),
    ) as { added: string[] };
    return { path, source: await settled(String(added[0])) };
  }
  async function refresh({ _id }: Source): Promise<Source> {
    expect((await test.owner.post(`sources/${_id}/refresh`)).status).toBe(200);
    return settled(_id);
  }
  const askedFor = (path: string) => site.asked.filter((it) => it.path === path);
  const found = async (query: string, id: string) =>
    SearchResult.parse(
      dataOf(await test.owner.get(`search?q=${encodeURIComponent(query)}&sources=${id}`)),
    )
      .hits.map((hit) => hit.text)
      .join(' ');
  const textOf = async (id: string, version?: number) =>
    JSON.stringify(
      dataOf(await test.owner.get(`sources/${id}/text${version ? `?version=${version}` : ''}`)),
    );

  it.each([
    ['an entity tag', { etag: true }, 304],
    ['a date', { lastModified: 'Sat, 21 Nov 2026 08:00:00 GMT' }, 304],
    ['the same bytes', {}, 200],
  ])('keeps a source that is unchanged by %s, with one request', async (_name, how, status) => {
    const { path, source } = await read({ html: htmlPage('Lighthouse', TEXT), ...how });
    const before = askedFor(path).length;
    const after = await refresh(source);
    expect(after).toMatchObject({ version: 1, status: { embedding: 1 } });
    expect(after.refreshError).toBeUndefined();
    expect(Date.parse(String(after.refreshedAt))).toBeGreaterThan(
      Date.parse(String(source.refreshedAt)),
    );
    expect(
      askedFor(path)
        .slice(before)
        .map((it) => it.status),
    ).toEqual([status]);
    expect(dataOf(await test.owner.get(`sources/${source._id}/versions`))).toMatchObject({
      versions: [{ version: 1, current: true }],
    });
  });

  it('keeps a source with the same text in other bytes, and uses its new entity tag from then on', async () => {
    const html = htmlPage('Lighthouse', TEXT);
    const { path, source } = await read({
      html: html.replace('<body>', '<body><!-- made at 8:00 -->'),
      etag: true,
    });
    put(path, { html: html.replace('<body>', '<body><!-- made at 9:00 -->'), etag: true });
    expect(await refresh(source)).toMatchObject({ version: 1 });
    await refresh(source);
    expect(askedFor(path).at(-1)?.status).toBe(304);
  });

  it('adds a new version of changed text; the old one stays readable and comparable', async () => {
    const { path, source } = await read({ html: htmlPage('Lighthouse', TEXT) });
    put(path, {
      html: htmlPage('Lighthouse', [
        'A new introduction says what this page about the lighthouse of the cape is for.',
        ...edited('forty workers', 'sixty masons').slice(0, 3),
      ]),
    });
    const after = await refresh(source);
    expect(after).toMatchObject({ version: 2, status: { embedding: 1 } });
    expect(await found('sixty masons', source._id)).toContain('sixty masons');
    expect(await found('forty workers', source._id)).not.toContain('forty workers');
    expect(await textOf(source._id)).toContain('sixty masons');
    expect(await textOf(source._id, 1)).toContain('forty workers');
    for (const path of [
      `sources/${source._id}/reader`,
      `thread/v1/web-preview/${thread._id}/${source._id}/1`,
    ]) {
      expect(JSON.stringify((await test.owner.get(`${path}?version=1`)).body)).toContain(
        'forty workers',
      );
      expect(JSON.stringify((await test.owner.get(path)).body)).toContain('sixty masons');
      expect((await test.owner.get(`${path}?version=3`)).status).toBe(404);
    }
    const { versions } = z
      .object({ versions: z.array(SourceVersion) })
      .parse(dataOf(await test.owner.get(`sources/${source._id}/versions`)));
    expect(versions).toMatchObject([
      { version: 2, current: true, added: 1, removed: 1, changed: 1 },
      { version: 1, current: false, title: 'Lighthouse' },
    ]);
    expect(
      (await test.content(new URL(String(versions[1]?.readModFileUrl)).pathname)).body,
    ).toContain('forty workers');
    const diff = SourceDiff.parse(dataOf(await test.owner.get(`sources/${source._id}/diff`)));
    expect(diff).toMatchObject({ from: 1, to: 2, added: 1, removed: 1, changed: 1 });
    const changed = diff.parts.find((part) => part.kind === 'changed');
    expect(
      changed?.words.filter((word) => word.kind === 'removed').map((word) => word.text.trim()),
    ).toEqual(['forty workers']);
    expect((await test.owner.get(`sources/${source._id}/diff?from=1&to=5`)).status).toBe(404);
    expect(
      RefreshReport.parse(dataOf(await test.owner.get(`sources/${source._id}/report`))),
    ).toMatchObject({ version: 2, anchors: [] });
    expect((await test.owner.get(`sources/${source._id}/report?version=1`)).status).toBe(404);
  });

  const pdf = (name: string) =>
    readFile(new URL(`../../../pipeline/sources/pdf/fixtures/${name}/input.pdf`, import.meta.url));
  it('compares PDFs by their bytes, and shows the old one as it was', async () => {
    const [one, other] = await Promise.all([pdf('single-column'), pdf('two-columns')]);
    const { path, source } = await read({ html: one, contentType: 'application/pdf' }, 'pdf');
    expect(source).toMatchObject({ sourceType: 'pdf', status: { embedding: 1 } });
    expect(await refresh(source)).toMatchObject({ version: 1 });
    put(path, { html: other, contentType: 'application/pdf' });
    expect(await refresh(source)).toMatchObject({ version: 2, status: { embedding: 1 } });
    const { versions } = z
      .object({ versions: z.array(SourceVersion) })
      .parse(dataOf(await test.owner.get(`sources/${source._id}/versions`)));
    const sizes = await Promise.all(
      versions.map(async ({ fileUrl }) =>
        Number((await test.content(new URL(String(fileUrl)).pathname)).headers['content-length']),
      ),
    );
    expect(sizes).toEqual([other.length, one.length]);
    // A login page instead of a PDF.
    put(path, { html: htmlPage('Sign in', TEXT) });
    expect(await refresh(source)).toMatchObject({
      version: 2,
      sourceType: 'pdf',
      refreshError: { code: 'corrupt_file' },
    });
  });

  it('refuses to refresh an upload', async () => {
    const { fileKey, uploadURL } = dataOf(
      await test.owner.get(`thread/v1/file/${thread._id}?name=upload.pdf`),
    ) as { fileKey: string; uploadURL: string };
    const bytes = new Uint8Array(await pdf('cropped'));
    expect(
      (
        await test.content(new URL(uploadURL).pathname, {
          method: 'PUT',
          type: 'application/pdf',
          bytes,
        })
      ).status,
    ).toBe(201);
    const { added } = dataOf(
      await test.owner.post('thread/addSource', {
        threadId: thread._id,
        sourceType: 'pdf',
        fileKey,
      }),
    ) as { added: string[] };
    const source = await settled(String(added[0]));
    expect(await test.owner.post(`sources/${source._id}/refresh`)).toMatchObject({
      status: 422,
      body: { code: 'unsupported_url', message: expect.stringContaining('Uploaded files') },
    });
    expect(await test.owner.put(`sources/${source._id}/schedule`, { every: '1d' })).toMatchObject({
      status: 422,
    });
    expect(await look(source._id)).toMatchObject({ version: 1, status: { embedding: 1 } });
  });

  const notice =
    '<p>We use cookies. Before you continue, accept all cookies or open your privacy settings to consent to what our 312 partners store.</p>';
  it.each([
    ['an error of the site', { html: 'Internal Server Error', status: 500 }, 'provider_failed'],
    ['a page that is gone', { html: 'Not Found', status: 404 }, 'not_found'],
    ['an empty page', { html: '<!doctype html><title>Lighthouse</title><body></body>' }, 'no_text'],
    [
      'a consent wall',
      {
        html: `<!doctype html><title>Before you continue</title><body><article>${notice.repeat(2)}</article></body>`,
      },
      'no_text',
    ],
    ['next to nothing', { html: htmlPage('Lighthouse', ['Coming soon again.']) }, 'no_text'],
    ['the front page', { html: '', redirect: '/' }, 'not_found'],
    [
      'another kind of file',
      { html: '%PDF-1.7 not really', contentType: 'application/pdf' },
      'unsupported_url',
    ],
  ])('keeps the good version instead of %s', async (_name, page, code) => {
    site.pages.set('', {
      html: htmlPage('All of our pages', [
        'This is the front page of a site with very many pages about the lighthouses of the north and the people who kept them.',
        ...TEXT.slice(2),
      ]),
    });
    const { path, source } = await read({ html: htmlPage('Lighthouse', TEXT) });
    put(path, page);
    const after = await refresh(source);
    expect(after).toMatchObject({
      version: 1,
      status: { embedding: 1, webpage_processing: 0 },
      refreshError: { code },
    });
    expect(after.error).toBeUndefined();
    expect(await found('forty workers', source._id)).toContain('forty workers');
    // When the page is back, the error is gone.
    put(path, { html: htmlPage('Lighthouse', edited('forty', 'fifty')) });
    const mended = await refresh(source);
    expect(mended).toMatchObject({ version: 2 });
    expect(mended.refreshError).toBeUndefined();
  });

  it('refreshes a ready source on retry, and refuses one without an address or a good version', async () => {
    const { path, source } = await read({ html: htmlPage('Lighthouse', TEXT) });
    put(path, { html: '', status: 404 });
    expect((await test.owner.post(`sources/${source._id}/retry`)).status).toBe(200);
    expect(await settled(source._id)).toMatchObject({
      version: 1,
      status: { embedding: 1 },
      refreshError: { code: 'not_found' },
    });
    const { source: failed } = await read({ html: '', status: 404 });
    expect(await test.owner.post(`sources/${failed._id}/refresh`)).toMatchObject({
      status: 409,
      body: { code: 'not_ready' },
    });
    expect((await test.stranger.post(`sources/${source._id}/refresh`)).status).toBe(404);
    for (const path of ['versions', 'diff', 'report'])
      expect((await test.stranger.get(`sources/${source._id}/${path}`)).status).toBe(404);
    expect(
      (await test.stranger.put(`sources/${source._id}/schedule`, { every: '1d' })).status,
    ).toBe(404);
    expect((await test.nobody.post(`sources/${source._id}/refresh`)).status).toBe(401);
  });

  it('stores a schedule, and refreshes a due source once', async () => {
    const { path, source } = await read({ html: htmlPage('Lighthouse', TEXT), etag: true });
    for (const every of ['soon', '5m', 'P3Y', 'P', ''])
      expect(await test.owner.put(`sources/${source._id}/schedule`, { every })).toMatchObject({
        status: 400,
      });
    expect(
      dataOf(await test.owner.put(`sources/${source._id}/schedule`, { every: 'daily' })),
    ).toMatchObject({ refreshEvery: 'P1D' });
    const { library, database } = test.server.parts;
    const row = () => library.find(source._id);
    const asked = askedFor(path).length;
    expect(Math.round(((await row())?.nextRefreshAt?.getTime() ?? 0) / 1000)).toBe(
      Math.round(Date.parse(String(source.refreshedAt)) / 1000) + 86_400,
    );
    // The machine slept for three days.
    await database.write((transaction) =>
      library.patch(
        source._id,
        { nextRefreshAt: new Date(Date.now() - 3 * 86_400_000) },
        transaction,
      ),
    );
    await expect.poll(() => askedFor(path).length).toBe(asked + 1);
    await settled(source._id);
    expect((await row())?.nextRefreshAt?.getTime()).toBeGreaterThan(Date.now() + 86_000_000);
    dataOf(await test.owner.post('sources/refresh', { which: 'due' }));
    expect(askedFor(path).length).toBe(asked + 1);
    expect(
      dataOf(await test.owner.put(`sources/${source._id}/schedule`, { every: null })),
    ).toMatchObject({ refreshEvery: null });
    expect((await row())?.nextRefreshAt).toBeNull();
  });

  it('starts once with several schedulers', async () => {
    const { path, source } = await read({ html: htmlPage('Lighthouse', TEXT), etag: true });
    const { parts } = test.server;
    await test.owner.put(`sources/${source._id}/schedule`, { every: '12h' });
    const asked = askedFor(path).length;
    await parts.database.write((transaction) =>
      parts.library.patch(source._id, { nextRefreshAt: new Date(Date.now() - 1000) }, transaction),
    );
    const now = new Date();
    const stale = await parts.library.find(source._id);
    await Promise.all(Array.from({ length: 8 }, () => new Refreshes(parts).beginDue(now)));
    await expect.poll(() => askedFor(path).length).toBe(asked + 1);
    await settled(source._id);
    // A scheduler that read the due time before, and only starts now.
    expect(
      stale &&
        (await parts.database.write((transaction) =>
          parts.library.versions.begin(stale, transaction, now),
        )),
    ).toBe(false);
    expect(askedFor(path)).toHaveLength(asked + 1);
  });
});
