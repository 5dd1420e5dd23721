import { createServer } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import { openTestFolder, runGloss, startGloss, type TestFolder } from '../testing/run-gloss.ts';

const Started = z.object({ url: z.string(), link: z.string() });
let folder: TestFolder;
let env: Record<string, string>;
beforeAll(() => {
  folder = openTestFolder();
  // No port was requested.
  env = { GLOSS_DATA_DIR: join(folder.path, 'data'), GLOSS_PORT: '' };
});
afterAll(() => folder.remove());

it('uses another port if the default one is taken, and opens the server that is already running', async () => {
  const other = createServer();
  await new Promise<void>((resolve) => {
    // Any program can hold the port.
    other.once('error', () => resolve()).listen(4870, '127.0.0.1', resolve);
  });
  const first = startGloss(['start', '--json', '--no-sample'], env);
  try {
    await first.says(/"link"/);
    const again = await runGloss(['start', '--json'], env);
    expect(again).toMatchObject({ code: 0, stderr: '' });
    const { url, link } = Started.parse(JSON.parse(again.stdout));
    expect(new URL(url).port).not.toBe('4870');
    const page = await fetch(link, { redirect: 'manual' });
    expect(page.status).toBe(302);
    expect(page.headers.get('set-cookie')).toContain('HttpOnly');
  } finally {
    first.kill('SIGINT');
    other.close();
  }
  const ended = await first.done;
  expect(ended.code).toBe(0);
  expect(ended.stderr).toContain('Stopping …');
});
