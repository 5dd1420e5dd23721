import { readdirSync, watch, writeFileSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  callsOfOwner,
  startServerProcess,
  type ServerProcess,
} from '#api/testing/server-process.ts';
import { hasTerminal, runOnTerminal } from '../testing/run-on-terminal.ts';
import { openTestFolder, runGloss, startGloss, type TestFolder } from '../testing/run-gloss.ts';

let folder: TestFolder;
let server: ServerProcess;
let call: Awaited<ReturnType<typeof callsOfOwner>>;
let data: string;
const gloss = (...args: string[]) => runGloss(args, { GLOSS_DATA_DIR: data });
const titlesIn = async (dataDir: string) =>
  (await runGloss(['threads'], { GLOSS_DATA_DIR: dataDir })).lines.map(
    (line) => line.split('\t')[1],
  );

beforeAll(async () => {
  folder = openTestFolder();
  data = join(folder.path, 'data');
  server = await startServerProcess({ GLOSS_DATA_DIR: data, GLOSS_PORT: '0' }, [
    '--no-worker',
    '--no-sample',
  ]);
  call = await callsOfOwner(data, () => server.url);
});
afterAll(async () => {
  await server.stop();
  folder.remove();
});

it('backs up a consistent state while the server is writing, and restores it to another folder', async () => {
  const file = join(folder.path, 'a.backup');
  await call('POST', 'threads', { title: 'Before' });
  const stop = new AbortController();
  let written = 0;
  const writing = (async () => {
    while (!stop.signal.aborted)
      await call('POST', 'threads', { title: `While ${(written += 1)}` });
  })();
  expect(await gloss('backup', file, '--index')).toMatchObject({
    code: 0,
    lines: [file],
    stderr: expect.stringContaining('gloss restore a.backup'),
  });
  stop.abort();
  await writing;
  expect(written).toBeGreaterThan(1);
  expect(await gloss('backup', file)).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('already exists'),
  });
  const to = join(folder.path, 'elsewhere');
  const restored = await gloss('restore', file, '--to', to, '--json');
  expect({ code: restored.code, ...(JSON.parse(restored.stdout) as object) }).toMatchObject({
    code: 0,
    dataDir: to,
    rows: expect.any(Number),
  });
  // The backup has the first threads without a gap, and none created after it.
  const titles = (await titlesIn(to)).toReversed();
  expect(titles.slice(0, 2)).toEqual(['Before', ...(titles.length > 1 ? ['While 1'] : [])]);
  expect(titles.slice(1)).toEqual(titles.slice(1).map((_, at) => `While ${at + 1}`));
  expect(await gloss('restore', file, '--to', to)).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('is not empty'),
  });
  expect(await gloss('restore', file, '--replace')).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('Stop it first'),
  });
});

it('leaves nothing behind when it is killed during a restore, and can be run again', async () => {
  const file = join(folder.path, 'a.backup');
  const to = join(folder.path, 'killed');
  await mkdir(to);
  const running = startGloss(['restore', file, '--to', to], { GLOSS_DATA_DIR: data });
  await new Promise<void>((resolve) => {
    const seen = watch(to, () => {
      seen.close();
      resolve();
    });
  });
  running.kill('SIGKILL');
  await running.done;
  expect(readdirSync(to)).not.toContain('gloss.sqlite');
  expect(await gloss('restore', file, '--to', to)).toMatchObject({ code: 0, lines: [to] });
  expect(await titlesIn(to)).toContain('Before');
  expect(readdirSync(to)).not.toContain('restoring');
});

it.skipIf(!hasTerminal)(
  'shows the size of the backup and the next step on a terminal',
  async () => {
    const seen = async (...args: string[]) => {
      const run = runOnTerminal(args, { GLOSS_DATA_DIR: data });
      return { code: await run.done, text: run.text.replaceAll('\r', '') };
    };
    const file = join(folder.path, 'd.backup');
    const taken = await seen('backup', file);
    expect(taken).toMatchObject({
      code: 0,
      text: expect.stringMatching(
        /d\.backup {2}[\d,]+ rows of \d+ tables · 0 files \(0\.0 MB\) · 0\.\d MB total\nRestore it: gloss restore d\.backup --to FOLDER\n$/,
      ),
    });
    expect(await seen('backup', '--check', file)).toMatchObject({
      code: 0,
      text: expect.stringContaining('✓ d.backup is complete: '),
    });
    expect(await seen('restore', file, '--to', join(folder.path, 'seen'))).toMatchObject({
      code: 0,
      text: expect.stringMatching(/✓ .*seen {2}[\d,]+ rows of[^]*Start it: GLOSS_DATA_DIR=/),
    });
    expect(
      await seen('export', '--thread', 'Before', '--output', join(folder.path, 'vault')),
    ).toMatchObject({
      code: 0,
      text: expect.stringMatching(/^Before {2}.*vault\/before-\w{32}\/Before\.md\n$/),
    });
  },
);

it("explains why it can't back up or restore", async () => {
  const none = join(folder.path, 'none');
  writeFileSync(join(folder.path, 'text.backup'), 'no backup at all');
  expect(
    await runGloss(['backup', join(folder.path, 'c.backup')], { GLOSS_DATA_DIR: none }),
  ).toMatchObject({ code: 3, stderr: expect.stringContaining("Couldn't read the database") });
  expect(await gloss('backup', join(folder.path, 'no/such/folder.backup'))).toMatchObject({
    code: 2,
    stderr: expect.stringContaining("the folder doesn't exist"),
  });
  expect(await gloss('backup', 'x', '--server', server.url)).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('where Gloss runs'),
  });
  expect(await gloss('restore', join(folder.path, 'text.backup'), '--to', none)).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('This backup is damaged'),
  });
});
