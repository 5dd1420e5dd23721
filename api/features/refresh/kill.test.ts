import { expect, it, onTestFinished } from 'vitest';
import { seeded } from '#core/text/testing/edit-script.ts';
import { startKillableServer } from '../../testing/killable-server.ts';
import { htmlPage, openChangingSite } from './testing/changing-site.ts';

const SOURCES = 10;
const KILLS = 4;
const SEED = 20_261_121;

const page = (n: number, edition: number): string =>
  htmlPage(`Page ${n}`, [
    `This is page ${n} of the atlas, with enough words to be read as an article and found again by its own name, token${n}.`,
    `Edition${edition} of it has a second paragraph that tells of the rivers and the roads of sheet number ${n}, and how long they are.`,
    'A third paragraph follows so that there is more than one passage to keep, cut, index and find again after each of the crashes.',
  ]);

it(`finishes every refresh and finds every source meanwhile when the server is killed (seed ${SEED})`, {
  timeout: 240_000,
}, async () => {
  const random = seeded(SEED);
  const site = await openChangingSite();
  onTestFinished(() => site.close());
  const publish = (edition: number) => {
    for (let n = 0; n < SOURCES; n += 1) site.pages.set(`p${n}`, { html: page(n, edition) });
  };
  publish(1);
  const server = await startKillableServer(site.origin);
  const added = await server.add(Array.from({ length: SOURCES }, (_, n) => `${site.origin}/p${n}`));
  const sourcesWith = async (query: string) => new Set(await server.search(query)).size;
  await server.untilReady(added);

  for (let round = 1; round <= KILLS; round += 1) {
    publish(round + 1);
    const before = site.asked.length;
    await server.call('POST', 'sources/refresh', { which: 'all' });
    // Kills at a random moment: after one of the requests, or once a source has its new version.
    const wanted = before + Math.floor(random() * SOURCES);
    await expect.poll(() => site.asked.length).toBeGreaterThanOrEqual(wanted);
    if (random() < 0.5)
      await expect
        .poll(async () => (await server.sources(added)).some(({ version }) => version > round), {
          interval: 20,
        })
        .toBe(true);
    await server.killAndRestart();
    // The word is in both editions, so every source is found whichever it has.
    expect(await sourcesWith('atlas')).toBe(SOURCES);
    await server.untilReady(added);
    expect(
      (await server.sources(added)).map(({ version, refreshError }) => [version, refreshError]),
    ).toEqual(added.map(() => [round + 1, undefined]));
    expect(await sourcesWith(`Edition${round + 1}`)).toBe(SOURCES);
    expect(await sourcesWith(`Edition${round}`)).toBe(0);
  }

  const count = await server.stop();
  expect(count('source_versions')).toBe(SOURCES * (KILLS + 1));
  expect(count('(SELECT DISTINCT source_id, version FROM chunks)')).toBe(SOURCES);
  expect(count("artifacts WHERE stage = 'refresh'")).toBe(SOURCES * KILLS);
});
