import { expect, it, onTestFinished } from 'vitest';
import { openPausedImageSite } from './features/sources/testing/paused-image-site.ts';
import { startKillableServer } from './testing/killable-server.ts';

const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
const TEXT =
  'The lamp is lit at dusk, and the keeper writes down who passes and with what wind. '.repeat(6);

it('saves the images of a page after a restart when the server is killed while it saves them', {
  timeout: 120_000,
}, async () => {
  const site = await openPausedImageSite(
    () =>
      `<html lang="en"><head><title>The lamp</title><meta property="og:image" content="/preview.png"></head><body><article><h1>The lamp</h1><p>${TEXT}</p><img src="/lamp.png" alt="the lamp"></article></body></html>`,
    PIXEL,
  );
  onTestFinished(() => site.close());
  const server = await startKillableServer(site.origin);
  const added = await server.add([`${site.origin}/lamp`]);
  const source = async () => (await server.sources(added))[0];
  await expect.poll(() => site.asked.length, { timeout: 30_000 }).toBeGreaterThan(0);
  expect(await source()).toMatchObject({ saving: true, status: { embedding: 1 } });
  await server.killAndRestart();

  expect(await server.search('keeper')).toContain('The lamp');
  expect(await source()).toMatchObject({ saving: true });
  site.resume();
  await expect.poll(async () => (await source())?.saving, { timeout: 60_000 }).toBeUndefined();
  expect(await source()).toMatchObject({
    status: { embedding: 1, webpage_processing: 0 },
    thumbnails: { preview: expect.any(String) },
    version: 1,
  });
});
