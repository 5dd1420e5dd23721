import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { serveLoopback } from '#pipeline/testing/loopback-net.ts';
import { openTestFolder, runGloss, type TestFolder } from '../testing/run-gloss.ts';

let folder: TestFolder;
beforeAll(() => {
  folder = openTestFolder();
});
afterAll(() => folder.remove());

async function upgradeWith(newest: string, ...args: string[]) {
  const registry = await serveLoopback((path) =>
    path === 'gloss-notes'
      ? {
          bytes: Buffer.from(
            JSON.stringify({
              name: 'gloss-notes',
              'dist-tags': { latest: newest },
              versions: { [newest]: { name: 'gloss-notes', version: newest } },
            }),
          ),
          contentType: 'application/json',
        }
      : undefined,
  );
  const ran = await runGloss(['upgrade', ...args], {
    HOME: folder.path,
    GLOSS_DATA_DIR: join(folder.path, 'data'),
    npm_config_registry: registry.origin,
  });
  await registry.close();
  return { ...ran, asked: registry.asked };
}

it('names a newer version and how to install it', async () => {
  expect(await upgradeWith('0.10.0', '--check')).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(/0\.10\.0 is out.*npm install -g gloss-notes@latest/),
  });
});

it('reports that this is the newest version', async () => {
  expect(await upgradeWith('0.0.9', '--check')).toMatchObject({
    code: 0,
    stdout: expect.stringContaining('is the newest version'),
  });
});

it('makes no request without --check', async () => {
  expect(await upgradeWith('9.9.9')).toMatchObject({
    code: 0,
    asked: [],
    stdout: expect.not.stringContaining('9.9.9'),
  });
});
