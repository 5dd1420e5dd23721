import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { z } from 'zod';
import { Follow } from '#core/contract/follow.ts';
import { Import } from '#core/contract/import.ts';
import { Source } from '#core/contract/source.ts';
import { describeOnDatabases } from '../../db/testing/test-database.ts';
import { dataOf, openTestServer, type TestServer } from '../../testing/test-server.ts';
import { openFeedSite, type FeedSite } from './testing/feed-site.ts';

const Many = z.object({ docs: z.array(z.unknown()) });

describeOnDatabases('follows', (open) => {
  let server: TestServer;
  let site: FeedSite;
  beforeAll(async () => {
    site = await openFeedSite();
    server = await openTestServer(open, {
      allow: [site.host],
      env: { GLOSS_YTDLP_PATH: '/nonexistent' },
    });
  });
  afterAll(async () => {
    await server.close();
    await site.close();
  });

  const all = async <S extends z.ZodType>(path: string, schema: S) =>
    z.array(schema).parse(Many.parse(dataOf(await server.owner.get(path))).docs);
  const followed = () => all('follows', Follow);
  const one = async (id: string) => {
    const follow = (await followed()).find(({ _id }) => _id === id);
    if (!follow) throw new Error('It is not followed any more.');
    return follow;
  };
  const titles = async (query = '') =>
    (await all(`sources?limit=100${query}`, Source)).map(({ title }) => title).toSorted();
  const imports = () => all('imports', Import);
  const isIdle = async () => (await imports()).every(({ finishedAt }) => finishedAt !== undefined);
  /** Resolves once the last check has ended and its sources are read. */
  async function checked(id: string, before: string | undefined): Promise<Follow> {
    await expect.poll(async () => (await one(id)).checkedAt, { interval: 50 }).not.toBe(before);
    await expect.poll(isIdle, { interval: 50 }).toBe(true);
    return one(id);
  }
  async function follow(body: object = {}): Promise<Follow> {
    const made = Follow.parse(
      dataOf(await server.owner.post('follows', { url: `${site.origin}/feed.xml`, ...body })),
    );
    return checked(made._id, undefined);
  }
  async function check({ _id, checkedAt }: Follow): Promise<Follow> {
    dataOf(await server.owner.post(`follows/${_id}/check`));
    return checked(_id, checkedAt);
  }

  beforeEach(async () => {
    for (const { _id } of await followed()) dataOf(await server.owner.delete(`follows/${_id}`));
    for (const { _id } of await all('sources?limit=100', Source))
      dataOf(await server.owner.delete(`sources/${_id}`));
    Object.assign(site, { items: [], asked: [], intercept: undefined });
  });

  it('add the entries of a feed, with tags and to a thread, and later only new ones', async () => {
    const thread = await server.thread('Rivers');
    site.items = [{ path: 'rhine' }, { path: 'elbe' }];
    const made = await follow({ threadId: thread._id, tags: ['rivers'], every: '1d' });
    expect(made).toMatchObject({
      title: 'Rivers weekly',
      every: 'P1D',
      state: 'active',
      items: 2,
      tags: ['rivers'],
      threadId: thread._id,
    });
    expect(made.error).toBeUndefined();
    expect(await titles('&tag=rivers')).toEqual(['About elbe', 'About rhine']);
    expect(await titles(`&threadId=${thread._id}`)).toHaveLength(2);

    site.items = [{ path: 'danube' }, ...site.items];
    expect(await check(made)).toMatchObject({ items: 3 });
    expect(await titles()).toEqual(['About danube', 'About elbe', 'About rhine']);
    const [last] = await imports();
    expect(last).toMatchObject({ name: 'Rivers weekly', total: 2, ready: 2 });
  });

  it('request only changes, and start no import without any', async () => {
    site.items = [{ path: 'seine' }];
    const made = await follow();
    const before = (await imports()).length;
    await check(made);
    expect(site.asked.at(-1)).toMatchObject({ 'if-none-match': expect.any(String) as string });
    expect(await imports()).toHaveLength(before);
    expect(await titles()).toEqual(['About seine']);
  });

  it('add nothing twice when entries move, repeat or change their order', async () => {
    site.items = [
      { path: 'loire', guid: 'one' },
      { path: 'rhone', guid: 'two' },
    ];
    const made = await follow();
    site.items = [
      { path: 'rhone', guid: 'changed' },
      { path: 'loire-renamed', guid: 'one' },
      { path: 'loire-renamed', guid: 'one' },
    ];
    expect(await check(made)).toMatchObject({ items: 2 });
    expect(await titles()).toEqual(['About loire', 'About rhone']);
  });

  it('do not add a deleted source again', async () => {
    site.items = [{ path: 'tiber' }];
    const made = await follow();
    const [source] = await all('sources?limit=100', Source);
    dataOf(await server.owner.delete(`sources/${source?._id}`));
    site.items = [{ path: 'arno' }, ...site.items];
    await check(made);
    expect(await titles()).toEqual(['About arno']);
  });

  it('add only matching entries since a date, up to a number of the newest', async () => {
    site.items = [
      { path: 'a', title: 'Otters in the Thames', date: '2026-03-04' },
      { path: 'b', title: 'Otters in the Severn', date: '2026-03-03' },
      { path: 'c', title: 'Weather', date: '2026-03-02' },
      { path: 'd', title: 'Otters of old', date: '2020-01-01' },
    ];
    await follow({ match: 'otters the', since: '2026-01-01', max: 1 });
    expect(await titles()).toEqual(['About a']);
  });

  it('use the new address of a feed that moved, and stop when it is permanently gone', async () => {
    site.items = [{ path: 'oder' }];
    const made = await follow();
    site.intercept = (path, response) => {
      if (path !== 'feed.xml') return false;
      response.writeHead(301, { Location: `${site.origin}/new.xml` }).end();
      return true;
    };
    site.items = [];
    const feed = '<rss version="2.0"><channel><title>Rivers weekly</title></channel></rss>';
    const moved = site.intercept;
    site.intercept = (path, response) => {
      if (path !== 'new.xml') return moved(path, response);
      response.end(feed);
      return true;
    };
    const after = await check(made);
    expect(after.url).toBe(`${site.origin}/new.xml`);
    site.intercept = (_path, response) => {
      response.writeHead(410).end();
      return true;
    };
    const gone = await check(after);
    expect(gone).toMatchObject({ state: 'ended', error: { code: 'not_found' } });
    expect(gone.nextAt).toBeUndefined();
    expect(await titles()).toEqual(['About oder']);
  });

  it('find the feed of a web page', async () => {
    site.items = [{ path: 'main' }];
    site.intercept = (path, response) => {
      if (path !== 'blog') return false;
      response.setHeader('Content-Type', 'text/html');
      response.end(
        '<!doctype html><html><head><link rel="alternate" type="application/rss+xml" href="/feed.xml"></head><body>Posts</body></html>',
      );
      return true;
    };
    const made = await follow({ url: `${site.origin}/blog` });
    expect(made.url).toBe(`${site.origin}/feed.xml`);
    expect(await titles()).toEqual(['About main']);
  });

  it('read a sitemap', async () => {
    site.intercept = (path, response) => {
      if (path !== 'sitemap.xml') return false;
      response.end(
        `<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"><url><loc>${site.origin}/neckar</loc><lastmod>2026-01-01</lastmod></url></urlset>`,
      );
      return true;
    };
    await follow({ url: `${site.origin}/sitemap.xml` });
    expect(await titles()).toEqual(['About neckar']);
  });

  it('report what is wrong with an address, and follow each only once', async () => {
    const post = async (url: string) => (await server.owner.post('follows', { url })).body;
    expect(await post(`${site.origin}/article`)).toMatchObject({
      code: 'unsupported_url',
      message: expect.stringContaining('No feed, channel, playlist or sitemap was found') as string,
    });
    expect(await post('http://10.0.0.1/feed.xml')).toMatchObject({ code: 'blocked_address' });
    expect(await post('nonsense')).toMatchObject({ code: 'unsupported_url' });
    await follow();
    expect(await post(`${site.origin}/feed.xml`)).toMatchObject({
      code: 'conflict',
      message: 'You already follow this address.',
    });
  });

  it('keep their error until a check succeeds, and can be changed', async () => {
    const made = await follow();
    site.intercept = (_path, response) => {
      response.writeHead(404).end();
      return true;
    };
    const failed = await check(made);
    expect(failed).toMatchObject({ state: 'active', error: { code: 'not_found' } });
    site.intercept = undefined;
    expect((await check(failed)).error).toBeUndefined();
    const changed = Follow.parse(
      dataOf(
        await server.owner.patch(`follows/${made._id}`, {
          every: 'weekly',
          match: 'otter',
          max: 3,
        }),
      ),
    );
    expect(changed).toMatchObject({ every: 'P1W', match: 'otter', max: 3 });
    const cleared = Follow.parse(
      dataOf(await server.owner.patch(`follows/${made._id}`, { match: null })),
    );
    expect(cleared.match).toBeUndefined();
    expect((await server.owner.patch(`follows/${made._id}`, { every: '1 minute' })).status).toBe(
      400,
    );
  });

  it('check feeds when they are due', async () => {
    site.items = [{ path: 'po' }];
    const made = await follow();
    site.items = [{ path: 'adda' }, ...site.items];
    await server.server.parts.database.sequelize.query('UPDATE follows SET next_at = 0');
    await checked(made._id, made.checkedAt);
    expect(await titles()).toEqual(['About adda', 'About po']);
  });
});
