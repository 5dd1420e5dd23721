import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import { SearchResult } from '#core/contract/search.ts';
import { Source } from '#core/contract/source.ts';
import type { Thread } from '#core/contract/thread.ts';
import { SourceDiff, SourceVersion } from '#core/contract/version.ts';
import { describeOnDatabases } from '../../db/testing/test-database.ts';
import { dataOf, openTestServer, type TestServer } from '../../testing/test-server.ts';
import {
  htmlPage,
  openChangingSite,
  type ChangingPage,
  type ChangingSite,
} from './testing/changing-site.ts';
import { ARTICLE, loginPage, parkedDomain, rewritten, softNotFound } from './testing/site-pages.ts';

describeOnDatabases('holding new versions for review', (open) => {
  let test: TestServer;
  let site: ChangingSite;
  let thread: Thread;
  let pages = 0;
  beforeAll(async () => {
    site = await openChangingSite();
    test = await openTestServer(open, { env: { GLOSS_FETCH_ALLOW: new URL(site.origin).host } });
    thread = await test.thread('Islands');
  });
  afterAll(async () => {
    await test.close();
    await site.close();
  });

  const look = async (id: string): Promise<Source> =>
    Source.parse(dataOf(await test.owner.get(`sources/${id}`)));
  async function settled(id: string): Promise<Source> {
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
  }
  /** An article with a word of its own, since sources with the same text are merged. */
  const article = (path: string, paragraphs = ARTICLE): ChangingPage => ({
    html: htmlPage('The island', [...paragraphs, `The name of this page is ${path}.`]),
  });
  const add = async (path: string): Promise<Source> => {
    const { added = [], sources = [] } = z
      .looseObject({
        added: z.array(z.string()).optional(),
        sources: z.array(z.string()).optional(),
      })
      .parse(
        dataOf(
          await test.owner.post('thread/addSource', {
            threadId: thread._id,
            url: `${site.origin}/${path}`,
          }),
        ),
      );
    return settled(String(added[0] ?? sources[0]));
  };
  async function readArticle(): Promise<{ path: string; source: Source }> {
    pages += 1;
    const path = `island-${pages}`;
    site.pages.set(path, article(path));
    return { path, source: await add(path) };
  }
  async function refresh({ _id }: Pick<Source, '_id'>): Promise<Source> {
    expect((await test.owner.post(`sources/${_id}/refresh`)).status).toBe(200);
    return settled(_id);
  }
  const decide = (id: string, accept: boolean) => test.owner.post(`sources/${id}/held`, { accept });
  const found = async (query: string, id: string) =>
    SearchResult.parse(dataOf(await test.owner.get(`search?q=${query}&sources=${id}`)))
      .hits.map((hit) => hit.text)
      .join(' ');
  const versionsOf = async (id: string) =>
    z
      .object({ versions: z.array(SourceVersion) })
      .parse(dataOf(await test.owner.get(`sources/${id}/versions`))).versions;

  it.each([
    ['a parked domain', parkedDomain],
    ['a login page', loginPage],
    ['a soft 404', softNotFound],
    [
      'next to nothing',
      () =>
        htmlPage('The island', [
          'Coming soon again, with more stories than ever before, and a new look for every one of them.',
          'Until then you can write to us, or leave your address, so that we can tell you when we open again.',
          'Thank you for your patience.',
        ]),
    ],
    ['an article of which nine tenths are rewritten', () => htmlPage('Cooking', rewritten())],
  ])(
    'holds %s, and keeps the good version readable, searchable and scheduled',
    async (_name, make) => {
      const { path, source } = await readArticle();
      await test.owner.put(`sources/${source._id}/schedule`, { every: 'daily' });
      site.pages.set(path, { html: make() });
      const after = await refresh(source);
      expect(after).toMatchObject({
        version: 1,
        title: 'The island',
        state: 'held',
        status: { embedding: 1, webpage_processing: 0 },
        held: { version: 2 },
      });
      expect(after.refreshing).toBeUndefined();
      expect(after.refreshError).toBeUndefined();
      expect(await found('harbour', source._id)).toContain('granite');
      expect(JSON.stringify(dataOf(await test.owner.get(`sources/${source._id}/text`)))).toContain(
        'granite',
      );
      const row = await test.server.parts.library.find(source._id);
      expect(row?.nextRefreshAt?.getTime()).toBeGreaterThan(Date.now() + 86_000_000);

      // The held version can be compared and read before the decision.
      const diff = SourceDiff.parse(dataOf(await test.owner.get(`sources/${source._id}/diff`)));
      expect(diff).toMatchObject({ from: 1, to: 2 });
      expect(diff.removed + diff.changed).toBeGreaterThanOrEqual(9);
      expect(await versionsOf(source._id)).toMatchObject([
        { version: 2, held: true, current: false },
        { version: 1, current: true },
      ]);
      const held = await test.owner.get(`sources/${source._id}/text?version=2`);
      expect(JSON.stringify(dataOf(held))).not.toContain('granite');
      expect(
        (await test.stranger.post(`sources/${source._id}/held`, { accept: true })).status,
      ).toBe(404);
    },
  );

  it.each([
    ['an ordinary edit', ARTICLE.map((text) => text.replace('visitors know it', 'guests see it'))],
    ['a live blog that drops its older half', ARTICLE.slice(0, 3)],
    ['a page of other numbers', ARTICLE.map((text, n) => `${n * 7} ${text}`)],
  ])('accepts %s', async (_name, paragraphs) => {
    const { path, source } = await readArticle();
    site.pages.set(path, article(path, paragraphs));
    const after = await refresh(source);
    expect(after).toMatchObject({ version: 2 });
    expect(after.held).toBeUndefined();
    expect(await decide(source._id, true)).toMatchObject({
      status: 409,
      body: { code: 'conflict' },
    });
  });

  it('uses a held version when its owner accepts it', async () => {
    const { path, source } = await readArticle();
    site.pages.set(path, { html: htmlPage('Cooking', rewritten()) });
    await refresh(source);
    expect((await decide(source._id, true)).status).toBe(200);
    const after = await settled(source._id);
    expect(after).toMatchObject({ version: 2, title: 'Cooking', status: { embedding: 1 } });
    expect(after.held).toBeUndefined();
    expect(await found('onions', source._id)).toContain('onions');
    expect(await found('granite', source._id)).toBe('');
    expect(await versionsOf(source._id)).toMatchObject([
      { version: 2, current: true },
      { version: 1, current: false },
    ]);
    expect(dataOf(await test.owner.get(`sources/${source._id}/report`))).toMatchObject({
      version: 2,
    });
  });

  it('drops a held version when its owner rejects it, and does not hold the same text again', async () => {
    const { path, source } = await readArticle();
    site.pages.set(path, { html: parkedDomain() });
    await refresh(source);
    expect((await decide(source._id, false)).status).toBe(200);
    const kept = await look(source._id);
    expect(kept).toMatchObject({ version: 1 });
    expect(kept.held).toBeUndefined();
    expect(await versionsOf(source._id)).toHaveLength(1);
    expect((await refresh(source)).held).toBeUndefined();
    site.pages.set(path, { html: loginPage() });
    expect((await refresh(source)).held).toMatchObject({ version: 2, title: 'Members area' });
  });

  it('refreshes a source with a held version', async () => {
    const { path, source } = await readArticle();
    site.pages.set(path, { html: parkedDomain() });
    await refresh(source);
    // The newest version replaces it.
    site.pages.set(path, { html: softNotFound() });
    expect(await refresh(source)).toMatchObject({ held: { version: 2, title: 'Nothing here' } });
    expect(await versionsOf(source._id)).toHaveLength(2);
    // After a failure it stays held.
    site.pages.set(path, { html: 'broken', status: 410 });
    expect(await refresh(source)).toMatchObject({
      version: 1,
      held: { version: 2, title: 'Nothing here' },
      refreshError: { code: 'not_found' },
    });
    const held = await test.owner.get(`sources/${source._id}/text?version=2`);
    expect(JSON.stringify(dataOf(held))).toContain('renamed');
    // The page has its text again.
    site.pages.set(path, article(path));
    const after = await refresh(source);
    expect(after).toMatchObject({ version: 1 });
    expect(after.held).toBeUndefined();
    expect(after.refreshError).toBeUndefined();
    expect(await versionsOf(source._id)).toHaveLength(1);
    site.pages.set(path, article(path, ARTICLE.slice(1)));
    expect(await refresh(source)).toMatchObject({ version: 2, status: { embedding: 1 } });
  });

  it('adopts the address of a page that moved permanently, and still recognises the old one', async () => {
    const { path, source } = await readArticle();
    site.pages.set(`${path}/new`, article(path));
    site.pages.set(path, { html: '', redirect: `/${path}/new`, redirectStatus: 301 });
    const after = await refresh(source);
    expect(after).toMatchObject({
      version: 1,
      canonicalUrl: `${site.origin}/${path}/new`,
      sourceUrl: `${site.origin}/${path}/new`,
      moved: { from: `${site.origin}/${path}`, to: `${site.origin}/${path}/new` },
    });
    expect(Date.parse(String(after.moved?.at))).toBeGreaterThanOrEqual(
      Date.parse(String(after.refreshedAt)),
    );
    expect((await add(path))._id).toBe(source._id);
    expect((await add(`${path}/new`))._id).toBe(source._id);
    // From now on it is fetched from its new address.
    site.pages.delete(path);
    site.pages.set(`${path}/new`, article(path, ARTICLE.slice(1)));
    expect(await refresh(source)).toMatchObject({ version: 2 });
  });

  it('adopts the address together with edited text, and not after a temporary redirect', async () => {
    const { path, source } = await readArticle();
    site.pages.set(`${path}/new`, article(path, ARTICLE.slice(1)));
    site.pages.set(path, { html: '', redirect: `/${path}/new` });
    const stayed = await refresh(source);
    expect(stayed).toMatchObject({ version: 2, canonicalUrl: `${site.origin}/${path}` });
    expect(stayed.moved).toBeUndefined();
    site.pages.set(path, { html: '', redirect: `/${path}/new`, redirectStatus: 308 });
    site.pages.set(`${path}/new`, article(path, ARTICLE.slice(2)));
    expect(await refresh(source)).toMatchObject({
      version: 3,
      canonicalUrl: `${site.origin}/${path}/new`,
    });
  });

  it('adopts the address only with the text when the moved page is held', async () => {
    const { path, source } = await readArticle();
    site.pages.set('login', { html: loginPage() });
    site.pages.set(path, { html: '', redirect: '/login', redirectStatus: 301 });
    const after = await refresh(source);
    expect(after).toMatchObject({
      held: { version: 2 },
      canonicalUrl: `${site.origin}/${path}`,
    });
    expect(after.moved).toBeUndefined();
    const other = await add('login');
    expect(other._id).not.toBe(source._id);
    // Another source has this address now, so both stay as they are.
    await decide(source._id, true);
    expect(await settled(source._id)).toMatchObject({
      version: 2,
      canonicalUrl: `${site.origin}/${path}`,
      moved: { to: `${site.origin}/login`, takenBy: other._id },
    });
  });
});
