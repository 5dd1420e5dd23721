import { expect, it, onTestFinished } from 'vitest';
import { Source } from '#core/contract/source.ts';
import { seeded } from '#core/text/testing/edit-script.ts';
import { serveLoopback } from '#pipeline/testing/loopback-net.ts';
import { startKillableServer } from './testing/killable-server.ts';
import { articlePage } from './testing/test-server.ts';

const SOURCES = 24;
const KILLS = 6;
const SEED = 20_261_121;

it(`keeps every added source once when the server is killed while it processes them (seed ${SEED})`, {
  timeout: 240_000,
}, async () => {
  const random = seeded(SEED);
  const site = await serveLoopback((path) =>
    articlePage(`Page ${path}`, [
      `This is page ${path} of the import, with enough words to be read as an article and found again by its own name, token${path.replace(/\D/g, '')}.`,
      'A second paragraph follows so that there is more than one passage to keep, cut, index and find again after each of the crashes.',
    ]),
  );
  onTestFinished(() => site.close());
  const server = await startKillableServer(site.origin);
  const accepted = new Set<string>();
  const perRound = SOURCES / KILLS;
  const rounds: string[][] = [];
  for (let round = 0; round < KILLS; round += 1) {
    const urls = Array.from(
      { length: perRound },
      (_, n) => `${site.origin}/p${round * perRound + n}`,
    );
    const added = await server.add(urls);
    rounds.push(added);
    for (const id of added) accepted.add(id);
    // A source that is being read at five kills in a row is set aside.
    await server.untilReady(rounds[round - 2] ?? []);
    // Kills at a random moment between the first fetch and the last index.
    const asked = site.asked.length + Math.floor(random() * perRound);
    await expect.poll(() => site.asked.length).toBeGreaterThanOrEqual(Math.min(asked, SOURCES));
    await server.killAndRestart();
  }
  await server.untilReady([...accepted]);
  const { docs } = (await server.call('GET', 'sources?query=%2Fp&limit=100')) as {
    docs: unknown[];
  };
  const sources = docs.map((doc) => Source.parse(doc));
  expect(new Set(sources.map((source) => source._id as string))).toEqual(accepted);
  expect(sources.map((source) => source.error?.code)).toEqual(sources.map(() => undefined));
  // A job ends a moment after its source is ready.
  await expect
    .poll(
      async () =>
        (
          (await server.call('GET', 'health')) as {
            components: { queue: { detail: string } };
          }
        ).components.queue.detail,
    )
    .toContain('0 waiting, 0 running, 0 delayed');
  expect(await server.search('token7')).toEqual(['Page p7']);

  const count = await server.stop();
  expect(count("sources WHERE canonical_url LIKE '%/p%' AND title LIKE 'Page p%'")).toBe(SOURCES);
  expect(count('(SELECT source_id, ordinal FROM chunks GROUP BY 1, 2 HAVING count(*) > 1)')).toBe(
    0,
  );
});
