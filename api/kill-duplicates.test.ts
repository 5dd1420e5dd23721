import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it, onTestFinished } from 'vitest';
import { serveLoopback } from '#pipeline/testing/loopback-net.ts';
import { startKillableServer } from './testing/killable-server.ts';
import { articlePage } from './testing/test-server.ts';

const KILLS = 4;
const PAGES = 12;
const PDFS = 4;
const PDF = new Uint8Array(
  readFileSync(
    fileURLToPath(new URL('./features/samples/files/learning-that-lasts.pdf', import.meta.url)),
  ),
);

it('adds one source when the same page or PDF is found at several addresses, even if the server is killed', {
  timeout: 240_000,
}, async () => {
  const page = articlePage('One page', [
    'This is one page that stands at a dozen addresses, none of which tells of any other, and long enough to be known again by its text alone.',
    'A second paragraph follows so that there is more than one passage to keep, cut, index and find again after each of the crashes.',
  ]);
  const site = await serveLoopback((path) =>
    path.startsWith('paper') ? { bytes: PDF, contentType: 'application/pdf' } : page,
  );
  onTestFinished(() => site.close());
  const server = await startKillableServer(site.origin);
  const added = await server.add([
    ...Array.from({ length: PAGES }, (_, n) => `${site.origin}/page-${n}`),
    ...Array.from({ length: PDFS }, (_, n) => `${site.origin}/paper-${n}`),
  ]);
  const processing = async () =>
    ((await server.call('GET', 'sources?status=processing')) as { docs: unknown[] }).docs.length;
  for (let kill = 0; kill < KILLS; kill += 1) {
    const asked = site.asked.length;
    // Until another request arrives, or all sources are processed.
    await expect
      .poll(async () => site.asked.length > asked || (await processing()) === 0, { interval: 20 })
      .toBe(true);
    await server.killAndRestart();
  }
  await server.untilReady(added);
  const ids = (await server.sources(added)).map((source) => source._id);
  expect(new Set(ids.slice(0, PAGES)).size).toBe(1);
  expect(new Set(ids.slice(PAGES)).size).toBe(1);
  const { thread_sources } = (await server.call('GET', `threads/${server.threadId}`)) as {
    thread_sources: unknown[];
  };
  expect(thread_sources).toHaveLength(2);

  const count = await server.stop();
  const live = `canonical_url LIKE '${site.origin}%' AND deleted_at IS NULL`;
  expect(count(`sources WHERE ${live}`)).toBe(2);
  expect(
    count(
      `source_addresses WHERE address LIKE '${site.origin}%' AND source_id IN (SELECT id FROM sources WHERE ${live})`,
    ),
  ).toBe(PAGES + PDFS - 2);
  expect(
    count('chunks WHERE source_id IN (SELECT id FROM sources WHERE deleted_at IS NOT NULL)'),
  ).toBe(0);
});
