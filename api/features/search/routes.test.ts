import { afterAll, beforeAll, expect, it } from 'vitest';
import { SearchNames, SearchResult } from '#core/contract/search.ts';
import type { Source } from '#core/contract/source.ts';
import type { Thread } from '#core/contract/thread.ts';
import { eventually } from '#pipeline/testing/eventually.ts';
import { describeOnDatabases } from '../../db/testing/test-database.ts';
import { articlePage, dataOf, openTestServer, type TestServer } from '../../testing/test-server.ts';

const PAGES = {
  'mao.html': articlePage('水獭', [
    '水獭睡觉的时候手牵着手，这样水流就不会把它们冲散。一群休息的水獭看上去像一张木筏，有时候一张这样的木筏上会有一百只动物。',
    '它把最喜欢的石头放在手臂下面的皮囊里，仰面漂浮的时候，就用这块石头在自己的胸口上敲开贝壳和螃蟹，然后慢慢地享用。',
    '水獭的皮毛是所有动物中最浓密的，每一平方英寸的皮肤上长着一百万根毛，毛之间的空气能够把冷水挡在外面，所以它们在冬天也不觉得冷。',
  ]),
};

describeOnDatabases('search', (open) => {
  let test: TestServer;
  let thread: Thread;
  let other: Thread;
  beforeAll(async () => {
    test = await openTestServer(open, { pages: PAGES });
    thread = await test.thread();
    other = await test.thread('Elsewhere');
    await test.read(thread, 'otters.html', 'bees.html');
    dataOf(
      await test.owner.post('imports', {
        name: 'links.txt',
        threadId: other._id,
        items: [{ url: `${test.site.origin}/mao.html`, tags: ['水', 'fur'] }],
      }),
    );
    await eventually(
      async () => {
        const { docs } = dataOf(await test.owner.get('sources')) as { docs: Source[] };
        expect(docs.map((it) => it.status.embedding)).toEqual([1, 1, 1]);
      },
      { interval: 50 },
    );
  });
  afterAll(() => test.close());
  const search = async (query: Record<string, string>, by = test.owner) =>
    SearchResult.parse(dataOf(await by.get(`search?${new URLSearchParams(query)}`)));
  const hits = async (q: string) => (await search({ q, threadId: thread._id })).hits;
  const titles = async (query: Record<string, string>) =>
    [...new Set((await search(query)).hits.map((it) => it.title))].sort();

  it('links to the paragraph that matches, with its sentence as the quote', async () => {
    const [hit] = await hits('favourite stone pouch');
    const source = dataOf(await test.owner.get(`sources/${hit?.source_id}/text`)) as {
      segments: { text: string; at: { paragraph: number } }[];
    };
    const segment = source.segments.find((it) => it.text.includes('favourite stone'));
    expect(hit?.place).toMatchObject({
      medium: 'flow',
      paragraph: segment?.at.paragraph,
      quote: 'An otter keeps a favourite stone in a pouch of loose skin under its arm.',
    });
    expect(hit?.locator).toEqual({ paragraph: segment?.at.paragraph });
  });

  it('requires every word, and returns the nearest passages if none has them all', async () => {
    expect((await hits('waggle dance')).map((it) => it.title)).toEqual(['Honey bees']);
    expect((await hits('nobel otters')).length).toBeGreaterThan(0);
  });

  it('finds Chinese words within a sentence and marks them', async () => {
    const [hit] = (await search({ q: '最喜欢的石头' })).hits;
    expect(hit?.title).toBe('水獭');
    expect(hit?.highlights.map(([start, end]) => hit.text.slice(start, end)).join('')).toContain(
      '喜欢的石头',
    );
    expect(hit?.thread_url).toBe(other.url);
  });

  it('narrows by thread, type, tag, site and the day of adding', async () => {
    const [from, to] = (dataOf(await test.owner.get('sources')) as { docs: Source[] }).docs
      .map((it) => it.createdAt.slice(0, 10))
      .sort()
      .filter((_, nth, all) => nth === 0 || nth === all.length - 1) as [string, string];
    expect(await titles({ q: 'water OR 水' })).toEqual(['Sea otters', '水獭']);
    expect(await titles({ q: 'water OR 水', threadId: thread._id })).toEqual(['Sea otters']);
    expect(await titles({ q: 'water OR 水', tag: '水' })).toEqual(['水獭']);
    expect(await titles({ q: 'water OR 水', tag: '水', threadId: thread._id })).toEqual([]);
    expect(await titles({ q: 'water OR 水', type: 'pdf' })).toEqual([]);
    expect(await titles({ q: 'water OR 水', channel: '127.0.0.1' })).toEqual([
      'Sea otters',
      '水獭',
    ]);
    expect(await titles({ q: 'water OR 水', channel: 'example.org' })).toEqual([]);
    expect(await titles({ q: 'water OR 水', from, to })).toEqual(['Sea otters', '水獭']);
    expect(await titles({ q: 'water OR 水', to: '2020-01-01' })).toEqual([]);
    expect(await titles({ q: 'water OR 水', in: 'notes' })).toEqual([]);
  });

  it('lists the values to narrow by', async () => {
    expect(SearchNames.parse(dataOf(await test.owner.get('search/names')))).toEqual({
      tags: ['fur', '水'],
      folders: [],
      channels: ['127.0.0.1'],
    });
    expect(dataOf(await test.stranger.get('search/names'))).toEqual({
      tags: [],
      folders: [],
      channels: [],
    });
  });

  it('refuses invalid queries, and hides what others own', async () => {
    expect((await test.owner.get('search?q=')).status).toBe(400);
    expect((await test.owner.get('search?q=otter&from=yesterday')).status).toBe(400);
    expect((await test.nobody.get('search?q=otter')).status).toBe(401);
    expect((await test.stranger.get(`search?q=otter&threadId=${thread._id}`)).status).toBe(404);
    expect(await search({ q: 'otter' }, test.stranger)).toMatchObject({ hits: [], own: [] });
  });
});
