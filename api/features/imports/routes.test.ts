import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  Import,
  ImportItem,
  ImportPreview,
  StartedImport,
  type ImportEntry,
} from '#core/contract/import.ts';
import { Source } from '#core/contract/source.ts';
import type { ServedFile } from '#pipeline/testing/loopback-net.ts';
import { describeOnDatabases } from '../../db/testing/test-database.ts';
import {
  articlePage,
  dataOf,
  openTestServer,
  type Caller,
  type TestServer,
} from '../../testing/test-server.ts';

const text = (contentType: string, body: string): ServedFile => ({
  bytes: new TextEncoder().encode(body),
  contentType,
});
const page = (n: number) =>
  articlePage(`Page ${n}`, [
    `This is page number ${n} of those that an import brings in, with words enough that it is taken for an article of its own, word${n}.`,
    `A second paragraph of page ${n} follows, because articles of a single paragraph are rare and this one is not such, number${n}.`,
  ]);
const feed = (origin: string) =>
  `<?xml version="1.0"?><rss version="2.0"><channel><title>News</title>${[3, 2, 1]
    .map(
      (n) =>
        `<item><title>Entry ${n}</title><link>${origin}/f${n}</link><pubDate>0${n} Feb 2026 10:00:00 GMT</pubDate></item>`,
    )
    .join('')}</channel></rss>`;
const patience = { timeout: 30_000, interval: 100 };

describeOnDatabases('imports', (open) => {
  let server: TestServer;
  let owner: Caller;
  let origin: string;
  const pages: Record<string, ServedFile> = Object.fromEntries(
    Array.from({ length: 30 }, (_, n) => [`p${n}`, page(n)]),
  );
  beforeAll(async () => {
    for (const n of [1, 2, 3]) pages[`f${n}`] = page(100 + n);
    server = await openTestServer(open, { pages, env: { GLOSS_YTDLP_PATH: '/nonexistent' } });
    ({
      owner,
      site: { origin },
    } = server);
    pages['feed.xml'] = text('application/rss+xml', feed(origin));
  });
  afterAll(() => server.close());

  const url = (path: string) => `${origin}/${path}`;
  const start = async (items: Partial<ImportEntry>[], more: object = {}) =>
    StartedImport.parse(dataOf(await owner.post('imports', { name: 'links.txt', items, ...more })));
  const look = async (id: string) =>
    Import.extend({ items: ImportItem.array() }).parse(
      dataOf(await owner.get(`imports/${id}?limit=1000`)),
    );
  const done = async (id: string) => {
    await expect.poll(async () => (await look(id)).finishedAt, patience).toBeDefined();
    return look(id);
  };
  const statesOf = ({ items }: { items: ImportItem[] }) =>
    items.map(({ line, entry, state }) => `${line}.${entry} ${state}`);
  const upload = (caller: { token: string }, bytes: string, query = '') =>
    fetch(`${server.server.url}/api/imports/read${query}`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${caller.token}`, 'Content-Type': 'application/json' },
      body: bytes,
    });

  it('read every line, and have its result in the receipt', async () => {
    const thread = await server.thread('Imported');
    await server.read(thread, 'bees.html');
    const other = await server.thread('Others');
    const { _id, total, resumed } = await start(
      [
        {
          line: 1,
          url: url('p1'),
          title: 'As it was called there',
          tags: ['a', 'b'],
          folder: 'Bar / Reading',
          addedAt: '2020-01-02T03:04:05.000Z',
        },
        { line: 2, url: `${url('p1')}?utm_source=x`, tags: ['c'], note: 'Again' },
        { line: 3, url: url('bees.html'), tags: ['insects'], highlights: [{ text: 'dances' }] },
        { line: 4, url: 'ftp://example.org/x' },
        { line: 5, url: 'http://127.0.0.1:9/inside' },
        { line: 6, url: url('nothing-here') },
      ],
      {
        threadId: other._id,
        format: 'urls',
        unread: [{ line: 7, text: 'some words', why: 'This is not a web address.' }],
      },
    );
    expect({ total, resumed }).toEqual({ total: 7, resumed: false });
    const end = await done(_id);
    expect(end).toMatchObject({
      state: 'done',
      format: 'urls',
      total: 7,
      queued: 0,
      running: 0,
      ready: 1,
      duplicates: 2,
      failed: 3,
      skipped: 1,
      threadId: other._id,
    });
    const [first, again, known, unsupported, inside, absent, unread] = end.items;
    expect(first).toMatchObject({ line: 1, state: 'added', input: url('p1') });
    expect(again).toMatchObject({
      line: 2,
      state: 'duplicate',
      of: 'line 1',
      sourceId: first?.sourceId,
    });
    expect(known).toMatchObject({ state: 'duplicate', of: 'Honey bees' });
    expect(unsupported).toMatchObject({
      state: 'failed',
      code: 'unsupported_url',
      next: 'Paste an http or https link to a web page, a PDF or a video.',
    });
    expect(inside).toMatchObject({ state: 'failed', code: 'blocked_address' });
    expect(absent).toMatchObject({
      state: 'failed',
      code: 'not_found',
      message: "This page doesn't exist or was removed.",
      next: 'Check the link.',
    });
    expect(unread).toMatchObject({
      line: 7,
      state: 'skipped',
      message: 'This is not a web address.',
    });

    const source = Source.parse(dataOf(await owner.get(`sources/${first?.sourceId}`)));
    expect(source).toMatchObject({
      title: 'Page 1',
      tags: ['a', 'b', 'c'],
      folders: ['Bar / Reading'],
      addedAt: '2020-01-02T03:04:05.000Z',
      ownNote: 'Again',
    });
    expect(Source.parse(dataOf(await owner.get(`sources/${known?.sourceId}`)))).toMatchObject({
      tags: ['insects'],
      highlights: [{ text: 'dances' }],
    });
    const tagged = async (tag: string) =>
      (
        dataOf(await owner.get(`sources?tag=${encodeURIComponent(tag)}`)) as { docs: Source[] }
      ).docs.map(({ title }) => title);
    expect([await tagged('c'), await tagged('insects'), await tagged("no'ne")]).toEqual([
      ['Page 1'],
      ['Honey bees'],
      [],
    ]);
    const held = dataOf(await owner.get(`threads/${other._id}`)) as {
      thread_sources: { source: string }[];
    };
    expect(JSON.stringify(held)).toContain(String(first?.sourceId));
    expect(JSON.stringify(held)).toContain(String(known?.sourceId));

    const receipt = await fetch(`${server.server.url}/api/imports/${_id}/receipt`, {
      headers: { Authorization: `Bearer ${server.ownerToken}` },
    });
    expect(receipt.headers.get('content-type')).toContain('application/x-ndjson');
    expect(
      (await receipt.text())
        .trim()
        .split('\n')
        .map((line) => ImportItem.parse(JSON.parse(line))),
    ).toEqual(end.items);
    const rest = Import.extend({ items: ImportItem.array() }).parse(
      dataOf(await owner.get(`imports/${_id}?after=5.0&limit=1`)),
    );
    expect(rest.items.map(({ line }) => line)).toEqual([6]);
  });

  it('preview the result of each line of a file, and store nothing', async () => {
    await done((await start([{ url: url('p2') }]))._id);
    const before = dataOf(await owner.get('imports')) as { docs: unknown[] };
    const answer = await upload(
      { token: server.ownerToken },
      [
        url('p2'),
        url('p3'),
        `${url('p3')}#x`,
        'mailto:a@example.org',
        'https://www.youtube.com/playlist?list=PLabcdefghijklmnop',
        'http://127.0.0.1:9/',
      ].join('\n'),
      '?name=links.txt',
    );
    const preview = ImportPreview.parse(((await answer.json()) as { data: unknown }).data);
    expect(preview.entries.map(({ line, verdict }) => `${line} ${verdict}`)).toEqual([
      '1 known',
      '2 new',
      '3 repeated',
      '5 listing',
      '6 bookmark',
    ]);
    expect(preview.entries.map(({ of }) => of)).toEqual([
      'Page 2',
      undefined,
      'line 2',
      undefined,
      undefined,
    ]);
    expect(preview.totals).toEqual({
      new: 1,
      known: 1,
      repeated: 1,
      listing: 1,
      bookmark: 1,
      unreadable: 1,
    });
    expect(dataOf(await owner.get('imports'))).toEqual(before);
    expect((await upload({ token: 'wrong' }, url('p2'))).status).toBe(401);
  });

  it('replace a feed by its entries, within the limits and without duplicates', async () => {
    const { _id } = await start(
      [
        { line: 1, url: url('f2') },
        { line: 2, kind: 'listing', url: url('feed.xml'), tags: ['news'] },
        { line: 3, kind: 'listing', url: url('gone.xml') },
      ],
      { limits: { since: '2026-02-02', max: 2 } },
    );
    const end = await done(_id);
    expect(statesOf(end)).toEqual([
      '1.0 added',
      '2.0 added',
      '2.1 added',
      '2.2 duplicate',
      '3.0 failed',
    ]);
    expect(end.items[1]).toMatchObject({ message: '2 entries' });
    expect(end.items[2]).toMatchObject({ input: url('f3') });
    expect(end.items[3]).toMatchObject({
      input: url('f2'),
      of: 'line 1',
      sourceId: end.items[0]?.sourceId,
    });
    expect(end.items[4]).toMatchObject({ code: 'not_found' });
    expect(Source.parse(dataOf(await owner.get(`sources/${end.items[0]?.sourceId}`))).tags).toEqual(
      ['news'],
    );
    expect(Source.parse(dataOf(await owner.get(`sources/${end.items[2]?.sourceId}`))).tags).toEqual(
      ['news'],
    );
  });

  it('retry only failed entries, and resume by their key', async () => {
    const items = [{ url: url('p4') }, { url: url('late') }];
    const { _id } = await start(items, { key: 'k1' });
    const end = await done(_id);
    expect(statesOf(end)).toEqual(['1.0 added', '2.0 failed']);
    const asked = server.site.asked.filter((path) => path === 'p4').length;
    pages['late'] = page(200);
    expect(Import.parse(dataOf(await owner.post(`imports/${_id}/retry`)))).toMatchObject({
      state: 'running',
      queued: 1,
      failed: 0,
    });
    expect(statesOf(await done(_id))).toEqual(['1.0 added', '2.0 added']);
    expect(server.site.asked.filter((path) => path === 'p4').length).toBe(asked);
    // The import has ended, so the same file starts another one, whose entries are duplicates.
    const again = await start(items, { key: 'k1' });
    expect(again.resumed).toBe(false);
    expect(statesOf(await done(again._id))).toEqual(['1.0 duplicate', '2.0 duplicate']);
  });

  it('are visible only to their owner', async () => {
    const { _id } = await start([{ url: url('p5') }]);
    for (const call of [
      server.stranger.get(`imports/${_id}`),
      server.stranger.get(`imports/${_id}/receipt`),
      server.stranger.get(`imports/${_id}/events`),
      ...['pause', 'resume', 'cancel', 'retry'].map((verb) =>
        server.stranger.post(`imports/${_id}/${verb}`),
      ),
      server.stranger.delete(`imports/${_id}`),
    ])
      expect((await call).status).toBe(404);
    expect((dataOf(await server.stranger.get('imports')) as { docs: unknown[] }).docs).toEqual([]);
    const thread = await server.thread();
    expect(
      (
        await server.stranger.post('imports', {
          name: 'x',
          threadId: thread._id,
          items: [{ url: url('p5') }],
        })
      ).status,
    ).toBe(404);
    expect(
      (await server.nobody.post('imports', { name: 'x', items: [{ url: url('p5') }] })).status,
    ).toBe(401);
    expect((await owner.post('imports', { name: 'x', items: [] })).status).toBe(400);
    expect(statesOf(await done(_id))).toEqual(['1.0 added']);
  });

  it('stream their progress, each line once, and end the stream when they end', async () => {
    const { _id } = await start(Array.from({ length: 12 }, (_, n) => ({ url: url(`p${10 + n}`) })));
    const response = await fetch(`${server.server.url}/api/imports/${_id}/events`, {
      headers: { Authorization: `Bearer ${server.ownerToken}` },
    });
    const events = (await response.text()).split('\n\n').flatMap((block) => {
      const [, event, data] = /^event: (\w+)\ndata: (.*)$/s.exec(block) ?? [];
      return event === undefined || data === undefined || event === 'ping'
        ? []
        : [{ event, data: JSON.parse(data) as Record<string, unknown> }];
    });
    const lines = events.flatMap(({ event, data }) => (event === 'item' ? [data['line']] : []));
    expect(lines.length).toBe(new Set(lines).size);
    const states = events.filter(({ event }) => event === 'import').map(({ data }) => data);
    expect(states.at(-1)).toMatchObject({
      state: 'done',
      ready: 12,
      hosts: [{ host: new URL(origin).host, done: 12, queued: 0, running: 0 }],
    });
  });

  it('preview a listing: its newest entries, and which are in the library', async () => {
    const [known] = await server.read(await server.thread(), 'p27');
    pages['letters.xml'] = text(
      'application/rss+xml',
      feed(origin).replace(url('f3'), url('p27')).replace(url('f2'), url('never-read')),
    );
    const before = ImportPreview.parse(
      dataOf(await owner.post('imports/listing', { url: url('letters.xml'), max: 2 })),
    );
    expect(before.entries.map(({ title, verdict, of }) => [title, verdict, of])).toEqual([
      ['Entry 3', 'known', known?.title],
      ['Entry 2', 'new', undefined],
    ]);
    expect(before.totals).toMatchObject({ new: 1, known: 1 });
    expect(await owner.post('imports/listing', { url: url('nothing-here') })).toMatchObject({
      status: 404,
      body: { code: 'not_found' },
    });
    expect(await owner.post('imports/listing', { url: 'http://127.0.0.1:9/' })).toMatchObject({
      body: { code: 'blocked_address' },
    });
    expect((await server.nobody.post('imports/listing', { url: url('letters.xml') })).status).toBe(
      401,
    );
  });

  it('are described in OpenAPI', async () => {
    const { paths } = (await server.nobody.get('openapi.json')).body as {
      paths: Record<string, Record<string, { requestBody?: { content: object } }>>;
    };
    expect(Object.keys(paths['/api/imports/read']?.['post']?.requestBody?.content ?? {})).toEqual([
      'application/octet-stream',
    ]);
  });
});

describeOnDatabases('an import without a worker', (open) => {
  let server: TestServer;
  beforeAll(async () => {
    server = await openTestServer(open, { worker: false });
  });
  afterAll(() => server.close());
  const items = Array.from({ length: 5 }, (_, n) => ({ url: `https://example.org/${n}` }));
  const start = async (more: object) =>
    StartedImport.parse(dataOf(await server.owner.post('imports', { name: 'x', items, ...more })));
  const steer = async (id: string, verb: string) =>
    Import.parse(dataOf(await server.owner.post(`imports/${id}/${verb}`)));

  describe('until a worker starts', () => {
    it('is resumed by its key, also when it was paused', async () => {
      const { _id } = await start({ key: 'same' });
      expect(await steer(_id, 'pause')).toMatchObject({ state: 'paused', queued: 5 });
      expect(await start({ key: 'same' })).toEqual({ _id, total: 5, resumed: true });
      expect(
        Import.parse((dataOf(await server.owner.get('imports')) as { docs: unknown[] }).docs[0]),
      ).toMatchObject({ _id, state: 'running', total: 5 });
      expect(
        (await Promise.all([start({ key: 'both' }), start({ key: 'both' })]))
          .map(({ resumed }) => resumed)
          .sort(),
      ).toEqual([false, true]);
    });

    it('skips entries that have not begun when it is cancelled', async () => {
      const { _id } = await start({ key: 'cancelled' });
      const end = Import.parse(dataOf(await server.owner.delete(`imports/${_id}`)));
      expect(end).toMatchObject({ state: 'cancelled', queued: 0, skipped: 5 });
      expect(end.finishedAt).toBeDefined();
      expect(await steer(_id, 'resume')).toMatchObject({ state: 'cancelled' });
      const { items: lines } = dataOf(await server.owner.get(`imports/${_id}`)) as {
        items: ImportItem[];
      };
      expect(lines[0]).toMatchObject({
        state: 'skipped',
        code: 'cancelled',
        next: 'Import the same file again to continue.',
      });
      expect((await start({ key: 'cancelled' })).resumed).toBe(false);
    });
  });
});
