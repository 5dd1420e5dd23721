/**
 * Installs the package from its file into an empty folder and uses it from another one. Times are
 * printed, not tested, because they depend on the load of the machine.
 */
import { execFile } from 'node:child_process';
import {
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { startServerProcess } from '#api/testing/server-process.ts';
import { articlePage } from '#api/testing/test-server.ts';
import { serveLoopback } from '#pipeline/testing/loopback-net.ts';
import { makePackage } from './make-package.ts';

const MB = 1e6;
/** Takes seconds on an idle machine. */
const PATIENCE_MS = 600_000;
const MOST = { packages: 60, installedMb: 150, fileMb: 25 };
const run = promisify(execFile);
const Installed = z.object({
  packages: z.record(z.string(), z.looseObject({ hasInstallScript: z.boolean().optional() })),
});

let scratch: string;
let file: string;
let modules: string;
/** A folder outside of the package and the data. */
let elsewhere: string;
const undo: (() => unknown)[] = [];
const times: string[] = [];

async function timed<T>(what: string, work: () => Promise<T>): Promise<T> {
  const startedAt = performance.now();
  const result = await work();
  times.push(`${what} ${(performance.now() - startedAt).toFixed(0)} ms`);
  return result;
}

/** Returns the output of the installed `gloss`; rejects with `code` and `stderr` if it fails. */
const gloss = async (args: readonly string[], env: Record<string, string> = {}) =>
  (
    await run(path.join(modules, '.bin/gloss'), [...args], {
      cwd: elsewhere,
      env: {
        // The shebang line looks for Node.
        PATH: `${path.dirname(process.execPath)}:/usr/bin:/bin`,
        HOME: path.join(scratch, 'home'),
        ...env,
      },
    })
  ).stdout;

beforeAll(async () => {
  scratch = mkdtempSync(path.join(tmpdir(), 'gloss-package-'));
  elsewhere = path.join(scratch, 'elsewhere');
  mkdirSync(elsewhere);
  file = await timed('pack', () => makePackage(path.join(scratch, 'dist')));
  const empty = path.join(scratch, 'empty');
  mkdirSync(empty);
  modules = path.join(empty, 'node_modules');
  await timed('install', () =>
    run('npm', ['install', '--prefer-offline', '--no-audit', '--no-fund', file], { cwd: empty }),
  );
}, PATIENCE_MS);
afterAll(async () => {
  for (const step of undo.splice(0).reverse()) await step();
  rmSync(scratch, { recursive: true, force: true });
  console.log(`package: ${times.join(' · ')}`);
});

it('is small, and runs no install scripts', () => {
  const { packages } = Installed.parse(
    JSON.parse(readFileSync(path.join(modules, '.package-lock.json'), 'utf8')),
  );
  const bytes = globSync('**/*', { cwd: modules, withFileTypes: true })
    .filter((it) => it.isFile())
    .reduce((sum, it) => sum + statSync(path.join(it.parentPath, it.name)).size, 0);
  const size = {
    packages: Object.keys(packages).length,
    installedMb: Math.ceil(bytes / MB),
    fileMb: Math.ceil(statSync(file).size / MB),
  };
  times.push(JSON.stringify(size));
  for (const name of ['packages', 'installedMb', 'fileMb'] as const)
    expect(size[name], name).toBeLessThanOrEqual(MOST[name]);
  expect(Object.values(packages).filter((it) => it.hasInstallScript)).toEqual([]);
});

it('prints its version', async () => {
  await gloss(['--version']);
  expect(await timed('version', () => gloss(['--version']))).toMatch(/^\d+\.\d+\.\d+\n$/);
});

describe('run from another folder', () => {
  it(
    'starts, serves its page, adds a web page and answers a question',
    async () => {
      const site = await serveLoopback(() =>
        articlePage('Sea otters', [
          'Sea otters hold hands while they sleep, so that the current does not carry them apart. A group of them is a raft.',
          'They wrap themselves in kelp before they rest, and their fur is the thickest of any animal that lives on this earth.',
        ]),
      );
      undo.push(() => site.close());
      const home = path.join(scratch, 'home');
      const env = { HOME: home, GLOSS_PORT: '0', GLOSS_FETCH_ALLOW: new URL(site.origin).host };
      const main = path.join(modules, 'gloss-notes/app/cli/npx.js');
      const server = await timed('start', () => startServerProcess(env, [], { main }));
      undo.push(() => server.kill());
      const signedIn = await fetch(server.link, { redirect: 'manual' });
      const cookie = signedIn.headers.get('set-cookie')?.split(';')[0] ?? '';
      const page = await timed('page', () => fetch(server.url, { headers: { cookie } }));
      const html = await page.text();
      const script = /src="(\/assets\/[^"]+\.js)"/.exec(html)?.[1] ?? '';
      expect((await fetch(new URL(script, server.url))).status).toBe(200);

      const added = await timed('add', () =>
        gloss(['add', `${site.origin}/otters`, '--thread', 'Otters'], env),
      );
      expect(added).toContain('ready\tweb\tSea otters');
      const answer = await gloss(
        ['ask', 'Why do sea otters hold hands?', '--thread', 'Otters'],
        env,
      );
      expect(answer).toContain('so that the current does not carry them apart. [1]');
      expect(existsSync(path.join(home, '.gloss/gloss.sqlite'))).toBe(true);
      expect(readdirSync(elsewhere)).toEqual([]);
      expect(await server.stop()).toBe(0);
      const again = await timed('used folder', () => startServerProcess(env, [], { main }));
      expect(await again.stop()).toBe(0);
    },
    PATIENCE_MS,
  );

  it('names the packages that a setting needs', async () => {
    const env = {
      GLOSS_DATA_DIR: path.join(scratch, 'other'),
      GLOSS_PORT: '0',
      GLOSS_REDIS_URL: 'redis://127.0.0.1:1',
      GLOSS_DATABASE_URL: 'postgres://127.0.0.1:1/x',
    };
    await expect(gloss(['doctor'], env)).rejects.toMatchObject({
      code: 1,
      stdout: expect.stringContaining('npm install -g pg bullmq ioredis'),
    });
    await expect(gloss(['serve', '--no-supervise'], env)).rejects.toMatchObject({
      code: 2,
      stderr: expect.stringContaining('npm install -g pg bullmq ioredis'),
    });
  });

  it('refuses to open data of a newer version', async () => {
    const folder = path.join(scratch, 'newer');
    const env = { GLOSS_DATA_DIR: folder };
    await gloss(['list'], env);
    const database = new DatabaseSync(path.join(folder, 'gloss.sqlite'));
    database.exec("INSERT INTO migrations VALUES ('999-from-the-future', '')");
    database.close();
    await expect(gloss(['list'], env)).rejects.toMatchObject({
      stderr: expect.stringContaining('The database was changed by a newer Gloss'),
    });
  });
});
