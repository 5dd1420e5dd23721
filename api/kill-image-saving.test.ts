// @vitest-environment node
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import type { SearchResult } from '#core/contract/search.ts';
import { Source } from '#core/contract/source.ts';
import { openPausedImageSite } from './features/sources/testing/paused-image-site.ts';
import { callsOfOwner, startServerProcess, type ServerProcess } from './testing/server-process.ts';

const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
const TEXT =
  'The lamp is lit at dusk, and the keeper writes down who passes and with what wind. '.repeat(6);

const undo: (() => Promise<unknown>)[] = [];
afterAll(async () => {
  for (const step of undo.reverse()) await step();
});

it('saves the images of a page whose server was killed while it saved them', {
  timeout: 120_000,
}, async () => {
  const folder = await mkdtemp(join(tmpdir(), 'gloss-kill-'));
  undo.push(() => rm(folder, { recursive: true, force: true }));
  const site = await openPausedImageSite(
    () =>
      `<html lang="en"><head><title>The lamp</title><meta property="og:image" content="/preview.png"></head><body><article><h1>The lamp</h1><p>${TEXT}</p><img src="/lamp.png" alt="the lamp"></article></body></html>`,
    PIXEL,
  );
  undo.push(() => site.close());
  const env = {
    GLOSS_DATA_DIR: folder,
    GLOSS_PORT: '0',
    GLOSS_FETCH_ALLOW: new URL(site.origin).host,
  };
  let server: ServerProcess = await startServerProcess(env, ['--no-sample']);
  undo.push(() => server.kill());
  const call = await callsOfOwner(folder, () => server.url);
  const thread = (await call('POST', 'threads', { title: 'Lamps' })) as { _id: string };
  const { added } = (await call('POST', 'thread/addSource', {
    threadId: thread._id,
    sources: [{ url: `${site.origin}/lamp` }],
  })) as { added: string[] };
  const look = async () => Source.parse(await call('GET', `sources/${String(added[0])}`));
  await expect.poll(() => site.asked.length, { timeout: 30_000 }).toBeGreaterThan(0);
  expect(await look()).toMatchObject({ saving: true, status: { embedding: 1 } });
  await server.kill();

  server = await startServerProcess(env, ['--no-sample']);
  const { hits } = (await call('GET', 'search?q=keeper')) as SearchResult;
  expect(hits.map((hit) => hit.title)).toContain('The lamp');
  expect((await look()).saving).toBe(true);
  site.resume();
  await expect.poll(async () => (await look()).saving, { timeout: 60_000 }).toBeUndefined();
  expect(await look()).toMatchObject({
    status: { embedding: 1, webpage_processing: 0 },
    thumbnails: { preview: expect.any(String) },
    version: 1,
  });
});
