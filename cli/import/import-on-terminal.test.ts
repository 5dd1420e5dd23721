import { writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { articlePage } from '#api/testing/test-server.ts';
import { startServerProcess, type ServerProcess } from '#api/testing/server-process.ts';
import { hasTerminal, runOnTerminal } from '../testing/run-on-terminal.ts';
import { openTestFolder, runGloss, type TestFolder } from '../testing/run-gloss.ts';

let folder: TestFolder;
let site: Server;
let server: ServerProcess;
let env: Record<string, string>;
let pasted: string;
let release: () => void = () => undefined;
const held = new Promise<void>((resolve) => {
  release = resolve;
});

beforeAll(async () => {
  folder = openTestFolder();
  site = createServer((request, response) => {
    const path = request.url ?? '';
    const page = articlePage(
      `Page ${path}`,
      [1, 2, 3, 4].map(
        (n) =>
          `Sea otters of bay ${path} hold hands while they sleep, so that the current does not carry them apart; raft ${n} rests in the kelp ${path} at noon.`,
      ),
    );
    const answer = () => {
      response.setHeader('content-type', page.contentType).end(page.bytes);
    };
    if (path.startsWith('/held')) void held.then(answer);
    else answer();
  });
  await new Promise<void>((resolve) => {
    site.listen(0, '127.0.0.1', resolve);
  });
  const origin = `http://127.0.0.1:${(site.address() as AddressInfo).port}`;
  writeFileSync(
    join(folder.path, 'links.txt'),
    ['a', 'held'].map((name) => `${origin}/${name}.html`).join('\n'),
  );
  writeFileSync(join(folder.path, 'one.txt'), `${origin}/b.html`);
  pasted = `${origin}/pasted.html`;
  env = { GLOSS_DATA_DIR: join(folder.path, 'data'), GLOSS_FETCH_ALLOW: new URL(origin).host };
  server = await startServerProcess({ ...env, GLOSS_PORT: '0' }, ['--no-sample']);
});
afterAll(async () => {
  release();
  await server.kill();
  site.closeAllConnections();
  await new Promise((resolve) => {
    site.close(resolve);
  });
  folder.remove();
});
const until = (pattern: RegExp) =>
  vi.waitFor(
    async () => {
      expect(await importsNow()).toEqual([expect.stringMatching(pattern)]);
    },
    { timeout: 60_000, interval: 200 },
  );
const importsNow = async (): Promise<string[]> => (await runGloss(['imports'], env)).lines;

describe.skipIf(!hasTerminal)('an import on a terminal', () => {
  it.each([
    ['no', 'n\r', 0],
    ['Ctrl-D', '\u0004', 0],
    ['Ctrl-C', '\u0003', 130],
  ])('starts nothing when the answer is %s', async (_name, answer, code) => {
    const shown = runOnTerminal(
      ['import', join(folder.path, 'links.txt'), '--thread', 'Rafts'],
      env,
    );
    await shown.shows(/2 {2}to add +2 pages[^]*Import 2 sources into “Rafts”\? \[Y\/n\] $/);
    shown.press(answer);
    expect(await shown.done).toBe(code);
    expect(shown.text).not.toContain(' at ');
    expect(await importsNow()).toEqual([]);
    expect((await runGloss(['threads'], env)).stdout).not.toContain('Rafts');
  });

  it('shows its progress, responds to keys, and continues in the server after it is left', async () => {
    const shown = runOnTerminal(
      ['import', join(folder.path, 'links.txt'), '--thread', 'Rafts'],
      env,
    );
    await shown.shows(/\[Y\/n\] $/);
    shown.press('\r');
    // The screen only redraws what changed, so the test reads the state next to it.
    await shown.shows(/links\.txt → “Rafts”[^]*p pause/);
    await until(/\trunning\t1\t2\t/);
    shown.press('p');
    await until(/\tpaused\t1\t2\t/);
    await shown.shows(/paused/);
    shown.press('p');
    await until(/\trunning\t1\t2\t/);
    shown.press('q');
    expect(await shown.done).toBe(0);
    expect(shown.text).toMatch(
      /1 of 2 done\. It continues on the server\. Follow it:\r\ngloss imports watch \S{36}/,
    );
    expect(await importsNow()).toEqual([expect.stringMatching(/\trunning\t1\t2\t/)]);

    const back = runOnTerminal(['imports', 'watch', 'last'], env);
    await back.shows(/q leave it running/);
    back.press('\u0003');
    expect(await back.done).toBe(130);
    release();
    expect((await runGloss(['imports', 'watch', 'last'], env)).code).toBe(0);
  });

  it('reads a pasted list without asking for confirmation', async () => {
    const shown = runOnTerminal(['import', '-'], env);
    await shown.shows(/Ctrl-D ends/);
    shown.press('no address at all\r');
    shown.press(`${pasted}\r`);
    shown.press('\u0004');
    expect(await shown.done).toBe(0);
    expect(shown.text).toMatch(
      /1 {2}to add[^]*1 {2}can't be read[^]*standard input → your library +done[^]*1 added · 1 skipped/,
    );
    expect(shown.text).not.toContain('[Y/n]');
  });

  it("doesn't ask with --yes, and ends with the results", async () => {
    const shown = runOnTerminal(['import', join(folder.path, 'one.txt'), '--yes'], env);
    expect(await shown.done).toBe(0);
    expect(shown.text).not.toContain('[Y/n]');
    expect(shown.text).toMatch(/one\.txt → your library +done[^]*1 of 1 +100 %[^]*1 added/);
  });
});
