import { expect, it, onTestFinished } from 'vitest';
import { serveLoopback } from '#pipeline/testing/loopback-net.ts';
import { startKillableServer } from './testing/killable-server.ts';
import { articlePage } from './testing/test-server.ts';

const FEEDS = 12;
const KILLS = 4;
/** Items that each feed has in the beginning, and gains between two kills. */
const GROWTH = 1;

it('adds each item of growing feeds once, even if the server is killed while it checks them', {
  timeout: 300_000,
}, async () => {
  let size = GROWTH;
  const site = await serveLoopback((path, origin) => {
    const [, feed, item] = /^(\d+)(?:\/(\d+))?$/.exec(path) ?? [];
    if (feed === undefined) return undefined;
    if (item !== undefined)
      return articlePage(`Item ${item} of feed ${feed}`, [
        `Item ${item} of feed ${feed} says what no other item says, with enough words to be an article, item${item}feed${feed}.`,
        `A second paragraph of item ${item} follows in feed ${feed}, because articles of one paragraph are rare, more${item}and${feed}.`,
      ]);
    const items = Array.from(
      { length: size },
      (_, n) => `<item><title>Item ${n}</title><link>${origin}/${feed}/${n}</link></item>`,
    );
    return {
      bytes: new TextEncoder().encode(
        `<rss version="2.0"><channel><title>Feed ${feed}</title>${items.reverse().join('')}</channel></rss>`,
      ),
      contentType: 'application/rss+xml',
    };
  });
  onTestFinished(() => site.close());
  const server = await startKillableServer(site.origin);
  const ids: string[] = [];
  for (let feed = 0; feed < FEEDS; feed += 1) {
    const { _id } = (await server.call('POST', 'follows', {
      url: `${site.origin}/${feed}`,
    })) as { _id: string };
    ids.push(_id);
  }
  for (let kill = 0; kill < KILLS; kill += 1) {
    size += GROWTH;
    for (const id of ids) await server.call('POST', `follows/${id}/check`);
    const asked = site.asked.length;
    await expect.poll(() => site.asked.length > asked + kill, { interval: 10 }).toBe(true);
    await server.killAndRestart();
  }
  const seen = async () => {
    for (const id of ids) await server.call('POST', `follows/${id}/check`);
    const { docs } = (await server.call('GET', 'follows')) as { docs: { items: number }[] };
    return docs.every(({ items }) => items === size);
  };
  await expect.poll(seen, { timeout: 120_000, interval: 1_000 }).toBe(true);
  const unfinished = async () => {
    const { docs } = (await server.call('GET', 'imports?limit=100')) as {
      docs: { finishedAt?: string }[];
    };
    return docs.filter(({ finishedAt }) => finishedAt === undefined).length;
  };
  await expect.poll(unfinished, { timeout: 120_000, interval: 500 }).toBe(0);

  const count = await server.stop();
  expect(count(`sources WHERE canonical_url LIKE '${site.origin}/%'`)).toBe(FEEDS * size);
  expect(
    count(
      `(SELECT DISTINCT canonical_url FROM sources WHERE canonical_url LIKE '${site.origin}/%')`,
    ),
  ).toBe(FEEDS * size);
});
