import { createServer } from 'node:http';
import { readFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { FileUrls } from '#core/contract/file.ts';
import { Source } from '#core/contract/source.ts';
import { Thread } from '#core/contract/thread.ts';
import { describeOnDatabases } from '../../db/testing/test-database.ts';
import { articlePage, dataOf, openTestServer, type TestServer } from '../../testing/test-server.ts';

const PDF = new Uint8Array(
  readFileSync(fileURLToPath(new URL('../samples/files/learning-that-lasts.pdf', import.meta.url))),
);
const SCAN = new Uint8Array(
  readFileSync(
    fileURLToPath(
      new URL('../../../pipeline/sources/pdf/fixtures/no-text/input.pdf', import.meta.url),
    ),
  ),
);
/** Enough to be read, and less than 200 characters. */
const SHORT =
  'We are shut on Sunday. On all other days we open at nine and go on to six or so; if it is hot, to five. Do ring us up, or come by: we are at the end of the lane, by the old oak, up the hill, on the left, as you go to the sea.';
const WORDS =
  'river stone winter signal garden copper lantern harbour meadow thunder paper orchard valley mirror engine candle forest bridge silver market'.split(
    ' ',
  );
/** About a hundred words of their own per number, of which `changed` are replaced. */
const prose = (n: number, changed = 0): string[] =>
  Array.from(
    { length: 6 },
    (_, paragraph) =>
      `${Array.from({ length: 40 }, (__, at) => (paragraph * 40 + at < changed ? `other${at}` : `${WORDS[(n * 7 + paragraph * 3 + at * at + n * at) % WORDS.length]}${(n + at + paragraph) % 9}`)).join(' ')}.`,
  );

interface Answer {
  title?: string;
  text?: string[];
  canonical?: string;
  to?: [status: number, path: string];
  pdf?: Uint8Array;
}
const PAGES: Record<string, Answer> = {
  '/forms': { text: prose(1) },
  '/at-once': { text: prose(13) },
  '/story': { text: prose(2), canonical: '/story' },
  '/old': { to: [301, '/new'] },
  '/new': { text: prose(3) },
  '/today': { to: [302, '/day-1'] },
  '/day-1': { text: prose(4) },
  '/gone-1': { to: [301, '/'] },
  '/gone-2': { to: [301, '/'] },
  '/': { text: prose(5) },
  '/post-1': { text: prose(6), canonical: '/blog' },
  '/post-2': { text: prose(7), canonical: '/blog' },
  '/blog': { text: prose(8) },
  '/print/long': { text: prose(9, 4), canonical: '/long' },
  '/long': { text: prose(9), canonical: '/long' },
  '/copy-1': { text: prose(10) },
  '/copy-2': { text: prose(10) },
  '/copy-3': { text: prose(10) },
  '/near-1': { title: 'First', text: prose(11) },
  '/near-2': { text: prose(11, 5) },
  '/far': { text: prose(11, 90) },
  '/short-1': { title: 'Hours', text: [SHORT] },
  '/short-2': { title: 'Hours', text: [SHORT] },
  '/paper.pdf': { pdf: PDF },
  '/download?id=7': { pdf: PDF },
  '/paper-again.pdf': {
    pdf: new Uint8Array([...PDF, ...new TextEncoder().encode('\n% printed again\n')]),
  },
  '/scan-1.pdf': { pdf: SCAN },
  '/scan-2.pdf': { pdf: SCAN },
};

describeOnDatabases('duplicate detection', (open) => {
  let test: TestServer;
  const asked: string[] = [];
  const site = createServer((request, response) => {
    asked.push(request.url ?? '');
    const page =
      PAGES[request.url ?? ''] ??
      PAGES[(request.url ?? '').split('?')[0] ?? ''] ??
      (/^\/many-/.test(request.url ?? '') ? { text: prose(12) } : undefined);
    if (!page) response.writeHead(404).end();
    else if (page.to) response.writeHead(page.to[0], { location: page.to[1] }).end();
    else if (page.pdf) response.writeHead(200, { 'content-type': 'application/pdf' }).end(page.pdf);
    else {
      const { bytes, contentType } = articlePage(
        page.title ?? String(request.url),
        page.text ?? [],
      );
      const html = new TextDecoder()
        .decode(bytes)
        .replace(
          '<head>',
          page.canonical ? `<head><link rel="canonical" href="${page.canonical}">` : '<head>',
        );
      response.writeHead(200, { 'content-type': contentType }).end(html);
    }
  });
  const at = (path: string): string =>
    `http://127.0.0.1:${(site.address() as AddressInfo).port}${path}`;
  const timesAsked = (path: string): number =>
    asked.filter((it) => it.split('?')[0] === path).length;
  beforeAll(async () => {
    await new Promise<void>((resolve) => {
      site.listen(0, '127.0.0.1', resolve);
    });
    test = await openTestServer(open, { env: { GLOSS_FETCH_ALLOW: new URL(at('/')).host } });
  });
  afterAll(async () => {
    await test.close();
    await new Promise((resolve) => {
      site.close(resolve);
    });
  });

  const source = async (id: string) => Source.parse(dataOf(await test.owner.get(`sources/${id}`)));
  /** Adds to a thread and waits. Returns the resulting sources. */
  async function add(thread: Thread, ...paths: string[]): Promise<Source[]> {
    const { added } = dataOf(
      await test.owner.post('thread/addSource', {
        threadId: thread._id,
        sources: paths.map((path) => ({ url: at(path) })),
      }),
    ) as { added: string[] };
    return settled(added);
  }
  async function settled(ids: readonly string[]): Promise<Source[]> {
    await expect
      .poll(async () =>
        (await Promise.all(ids.map(source))).every((it) => it.status.embedding !== 0),
      )
      .toBe(true);
    return Promise.all(ids.map(source));
  }
  const held = async (thread: Thread): Promise<string[]> =>
    (
      dataOf(await test.owner.get(`threads/${thread._id}`)) as {
        thread_sources: { source: { _id?: string } | string }[];
      }
    ).thread_sources.map(({ source: it }) => (typeof it === 'string' ? it : String(it._id)));
  async function upload(thread: Thread, name: string): Promise<string> {
    const urls = FileUrls.parse(
      dataOf(await test.owner.get(`thread/v1/file/${thread._id}?name=${name}`)),
    );
    await test.content(new URL(urls.uploadURL).pathname, {
      method: 'PUT',
      type: 'application/pdf',
      bytes: PDF,
    });
    return (
      (
        dataOf(
          await test.owner.post('thread/addSource', {
            threadId: thread._id,
            sourceType: 'pdf',
            fileKey: urls.fileKey,
          }),
        ) as { added: string[] }
      ).added[0] ?? ''
    );
  }

  it('adds one source for three forms of an address in three threads, and fetches it once', async () => {
    const threads = [await test.thread('A'), await test.thread('B'), await test.thread('C')];
    const ids: (string | undefined)[] = [];
    for (const [n, form] of [
      '/forms',
      '/forms?utm_source=letter&fbclid=x#winter',
      '/forms#:~:text=river',
    ].entries())
      ids.push((await add(threads[n] as Thread, form))[0]?._id);
    expect(new Set(ids).size).toBe(1);
    expect(await Promise.all(threads.map(held))).toEqual(ids.map((id) => [id]));
    expect(timesAsked('/forms')).toBe(1);
  });

  it('uses the canonical URL of a page if it only removes noise', async () => {
    const thread = await test.thread();
    const [first] = await add(thread, '/story?ref=home');
    const [second] = await add(thread, '/story');
    expect(second?._id).toBe(first?._id);
    expect(timesAsked('/story')).toBe(1);
  });

  it('uses the address after a permanent redirect, and not after a temporary one', async () => {
    const thread = await test.thread();
    const [old] = await add(thread, '/old');
    expect((await add(thread, '/new'))[0]?._id).toBe(old?._id);
    expect(timesAsked('/new')).toBe(1);
    const [today, day] = await add(thread, '/today', '/day-1');
    expect(day?._id).toBe(today?._id);
    const again = await test.thread();
    await test.owner.delete(`sources/${today?._id}`);
    await add(again, '/today');
    const before = timesAsked('/day-1');
    await add(again, '/day-1');
    expect(timesAsked('/day-1')).toBe(before + 1);
  });

  it('adds one source for a dead address that redirects to the front page and for the front page', async () => {
    const thread = await test.thread();
    const [one] = await add(thread, '/gone-1');
    const before = timesAsked('/');
    expect((await add(thread, '/'))[0]?._id).toBe(one?._id);
    expect(timesAsked('/')).toBe(before + 1);
  });

  it('does not merge a page into another that it names as canonical, unless the texts are alike', async () => {
    const thread = await test.thread();
    const posts = await add(thread, '/post-1', '/post-2', '/blog');
    expect(new Set(posts.map((it) => it._id)).size).toBe(3);
    const [print] = await add(thread, '/print/long');
    const [long] = await add(thread, '/long');
    expect(long?._id).toBe(print?._id);
    expect((await add(await test.thread(), '/long'))[0]?._id).toBe(print?._id);
    expect(timesAsked('/long')).toBe(1);
  });

  it('adds one PDF that is uploaded twice and linked twice, in four threads', async () => {
    const threads = [
      await test.thread('A'),
      await test.thread('B'),
      await test.thread('C'),
      await test.thread('D'),
    ];
    const [a, b, c, d] = threads as [Thread, Thread, Thread, Thread];
    const ids = [
      await upload(a, 'one.pdf'),
      await upload(b, 'two.pdf'),
      (await add(c, '/paper.pdf'))[0]?._id ?? '',
      (await add(d, '/download?id=7'))[0]?._id ?? '',
    ];
    const sources = await settled(ids);
    expect(sources.every((it) => it.status.embedding === 1 && it.pages === 6)).toBe(true);
    expect(new Set(sources.map((it) => it._id)).size).toBe(1);
    expect(await Promise.all(threads.map(held))).toEqual(threads.map(() => [sources[0]?._id]));
    const list = dataOf(await test.owner.get('sources?type=pdf')) as { docs: unknown[] };
    expect(list.docs).toHaveLength(1);
  });

  it('finds a source in its thread by the id of a duplicate', async () => {
    const thread = await test.thread();
    const [first = ''] = await settled([await upload(thread, 'one.pdf')]).then((all) =>
      all.map((it) => it._id),
    );
    const second = await upload(thread, 'again.pdf');
    await settled([second]);
    await expect.poll(async () => held(thread)).toEqual([first]);
    const asked = { threadId: thread._id, sourceId: second };
    expect(dataOf(await test.owner.post('thread/loadSourceData', asked))).toMatchObject({
      _id: first,
    });
    expect((await test.stranger.post('thread/loadSourceData', asked)).status).toBe(404);
    const elsewhere = { ...asked, threadId: (await test.thread())._id };
    expect((await test.owner.post('thread/loadSourceData', elsewhere)).status).toBe(404);
  });

  it('keeps two printings of one text with different pages, and names the first', async () => {
    const [one] = await add(await test.thread(), '/paper.pdf');
    const [other] = await add(await test.thread(), '/paper-again.pdf');
    expect(other?._id).not.toBe(one?._id);
    expect((await source(other?._id ?? '')).similarTo).toMatchObject({ _id: one?._id });
  });

  it('adds one scan for two uploads, although it has no text', async () => {
    const scans = await add(await test.thread(), '/scan-1.pdf', '/scan-2.pdf');
    expect(new Set(scans.map((it) => it._id)).size).toBe(1);
  });

  it('adds one source for the same text at three addresses; similar texts name the earlier one, short texts are not compared', async () => {
    const thread = await test.thread();
    const copies = await add(thread, '/copy-1', '/copy-2', '/copy-3');
    expect(new Set(copies.map((it) => it._id)).size).toBe(1);
    expect(await held(thread)).toEqual([copies[0]?._id]);
    const [first] = await add(thread, '/near-1');
    const [second, third] = await add(thread, '/near-2', '/far');
    expect(second).toMatchObject({ similarTo: { _id: first?._id, title: 'First' } });
    expect(third?.similarTo).toBeUndefined();
    expect((await source(String(first?._id))).similarTo).toBeUndefined();
    await test.owner.delete(`sources/${first?._id}`);
    expect((await source(String(second?._id))).similarTo).toBeUndefined();
    const shorts = await add(thread, '/short-1', '/short-2');
    expect(shorts).toMatchObject([{ status: { embedding: 1 } }, { status: { embedding: 1 } }]);
    expect(shorts[0]?._id).not.toBe(shorts[1]?._id);
  });

  it('adds one source for many duplicates that are processed at the same time', async () => {
    const thread = await test.thread();
    const many = await add(thread, ...Array.from({ length: 16 }, (_, n) => `/many-${n}`));
    expect(new Set(many.map((it) => it._id)).size).toBe(1);
    expect(many[0]).toMatchObject({ status: { embedding: 1 } });
    expect(await held(thread)).toEqual([many[0]?._id]);
  });

  it('adds one source for an address that is added many times at once', async () => {
    const threads = await Promise.all(
      Array.from({ length: 8 }, (_, n) => test.thread(`At once ${n}`)),
    );
    const ids = (await Promise.all(threads.map((thread) => add(thread, '/at-once')))).map(
      ([it]) => it?._id,
    );
    expect(new Set(ids).size).toBe(1);
    expect(timesAsked('/at-once')).toBe(1);
  });

  it('lets a deleted source be added again by any of its addresses', async () => {
    const thread = await test.thread();
    const [stands] = await add(thread, '/copy-1');
    await test.owner.delete(`sources/${stands?._id}`);
    const before = timesAsked('/copy-2') + timesAsked('/copy-1');
    const [readded] = await add(thread, '/copy-2');
    expect(readded?._id).not.toBe(stands?._id);
    expect(readded).toMatchObject({ status: { embedding: 1 } });
    expect(timesAsked('/copy-2') + timesAsked('/copy-1')).toBe(before + 1);
  });

  it('keeps sources of different owners separate', async () => {
    const own = Thread.parse(dataOf(await test.stranger.post('threads', { title: 'Mine' })));
    const { added } = dataOf(
      await test.stranger.post('thread/addSource', { threadId: own._id, url: at('/forms') }),
    ) as { added: string[] };
    expect((await test.owner.get(`sources/${added[0]}`)).status).toBe(404);
    await expect
      .poll(async () => dataOf(await test.stranger.get(`sources/${added[0]}`)))
      .toMatchObject({ _id: added[0], status: { embedding: 1 } });
  });
});
