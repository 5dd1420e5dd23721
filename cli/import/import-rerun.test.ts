import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { articlePage } from '#api/testing/test-server.ts';
import { startServerProcess, type ServerProcess } from '#api/testing/server-process.ts';
import { serveLoopback, type LoopbackSite } from '#pipeline/testing/loopback-net.ts';
import { openTestFolder, runGloss, type TestFolder } from '../testing/run-gloss.ts';

let isThere = false;
let folder: TestFolder;
let site: LoopbackSite;
let server: ServerProcess;
let env: Record<string, string>;

beforeAll(async () => {
  folder = openTestFolder();
  site = await serveLoopback((path) =>
    path.startsWith('late') && !isThere
      ? undefined
      : articlePage(
          `Page ${path}`,
          ['one', 'two', 'three'].map(
            (word) =>
              `Part ${word} of ${path} tells how sea otters hold hands while they sleep at ${path}, so that no current carries them apart.`,
          ),
        ),
  );
  env = {
    GLOSS_DATA_DIR: join(folder.path, 'data'),
    GLOSS_FETCH_ALLOW: new URL(site.origin).host,
    GLOSS_LOG_LEVEL: 'error',
    GLOSS_PORT: '0',
  };
  server = await startServerProcess(env, ['--no-sample']);
});
afterAll(async () => {
  await server.kill();
  await site.close();
  folder.remove();
});

it('retries failed entries when the same file is imported again, and says so', async () => {
  const file = join(folder.path, 'links.txt');
  writeFileSync(file, [`${site.origin}/late.html`, `${site.origin}/otters.html`].join('\n'));
  const importIt = () => runGloss(['import', file], env);
  expect(await importIt()).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('1 added · 1 failed'),
  });
  expect(await importIt()).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('1 already added · 1 failed'),
  });
  isThere = true;
  expect(await importIt()).toMatchObject({
    code: 0,
    stderr: expect.stringContaining('1 added · 1 already added'),
  });
  expect(await importIt()).toMatchObject({
    code: 0,
    stderr: expect.stringContaining('2 already added'),
  });
});
