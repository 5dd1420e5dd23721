/**
 * Hostile archives for `gloss import` and `gloss restore`, as real commands, and for the reader
 * that both use.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { hostileZips } from '#api/archive/testing/hostile-zips.ts';
import { openZip } from '#config/zip-reader.ts';
import { Fault } from '#core/contract/faults.ts';
import { atMost, cameThrough, type AttackRow } from '../lib/attack.ts';
import { startGloss, withDataDir, type GlossProcess } from '../lib/gloss-process.ts';

const MAIN = join(import.meta.dirname, '../../../cli/main.js');
const LIMITS = { entries: 1_000, bytes: 64 * 2 ** 20, ratio: 100 };
const MOST_MB = 512;
const MOST_S = 30;
/** Each command is a separate process, which takes about a second to start. */
const COMMANDS = 25;

interface Ended {
  code: number | null;
  stderr: string;
  seconds: number;
  peakMb: number;
}
async function command(args: readonly string[], env: Record<string, string>): Promise<Ended> {
  const startedAt = performance.now();
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', MAIN, ...args], {
    env: { PATH: process.env['PATH'], HOME: process.env['HOME'], ...env },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let stderr = '';
  let peakMb = 0;
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr = (stderr + text).slice(-4_000);
  });
  const looking = setInterval(() => {
    void readFile(`/proc/${child.pid}/status`, 'utf8').then(
      (text) => {
        peakMb = Math.max(peakMb, Number(/^VmHWM:\s+(\d+)/m.exec(text)?.[1] ?? 0) / 1024);
      },
      () => undefined,
    );
  }, 50);
  const timer = setTimeout(() => child.kill('SIGKILL'), 2 * MOST_S * 1000);
  const [code] = (await once(child, 'close')) as [number | null];
  clearInterval(looking);
  clearTimeout(timer);
  return { code, stderr, seconds: (performance.now() - startedAt) / 1000, peakMb };
}
/** Tells whether the output is a message for people, not a stack trace. */
const isClear = ({ code, stderr }: Ended): boolean =>
  code !== null &&
  !/^\s+at .+:\d+:\d+\)?$/m.test(stderr) &&
  !/heap out of memory|internal/i.test(stderr);

async function byReader(folder: string): Promise<AttackRow[]> {
  let [over, unclear] = [0, 0];
  const zips = hostileZips();
  for (const { bytes } of zips) {
    const path = join(folder, 'it.zip');
    await writeFile(path, bytes);
    let read = 0;
    try {
      const zip = await openZip(path, LIMITS);
      for (const name of zip.sizes.keys())
        for await (const chunk of zip.read(name)) read += chunk.byteLength;
      zip.close();
    } catch (error) {
      if (!(error instanceof Fault)) unclear += 1;
    }
    if (read > LIMITS.bytes) over += 1;
  }
  await rm(join(folder, 'it.zip'), { force: true });
  return [
    cameThrough('hostile zips: unpacked beyond their limits', 'the reader', zips.length, over),
    cameThrough('hostile zips: refused without a clear error', 'the reader', zips.length, unclear),
  ];
}

async function byCommand(
  gloss: GlossProcess,
  folder: string,
  verb: 'import' | 'restore',
): Promise<AttackRow[]> {
  const all = hostileZips();
  const zips = Array.from(
    { length: COMMANDS },
    (_, at) => all[Math.floor((at * all.length) / COMMANDS)],
  ).filter((it) => it !== undefined);
  const before = new Set(await readdir(tmpdir()));
  const results: Ended[] = [];
  for (const { name, bytes } of zips) {
    const path = join(folder, 'it.zip');
    await writeFile(path, bytes);
    const result =
      verb === 'import'
        ? await command(['import', path, '--yes'], {
            GLOSS_SERVER: gloss.url,
            GLOSS_TOKEN: gloss.headers.Authorization.replace('Bearer ', ''),
          })
        : await command(['restore', path, '--to', join(folder, 'restored')], {});
    if (!isClear(result))
      process.stderr.write(`  ${verb}: ${name}: ${result.code} ${result.stderr.slice(0, 300)}\n`);
    results.push(result);
  }
  await rm(join(folder, 'it.zip'), { force: true });
  const outside = (await readdir(tmpdir())).filter(
    (name) => !before.has(name) && name.includes('evil'),
  );
  const written = (await readdir(folder, { recursive: true })).filter((name) =>
    /evil|thread|gloss\.sqlite/.test(name),
  );
  const etc = await readdir('/etc').then((names) => names.filter((name) => name === 'evil'));
  return [
    cameThrough(
      `hostile zips, gloss ${verb}: files written outside, or although it failed`,
      'checked before anything is written',
      zips.length,
      outside.length + written.length + etc.length,
    ),
    cameThrough(
      `hostile zips, gloss ${verb}: without a clear error`,
      'checked before anything is written',
      zips.length,
      results.filter((it) => !isClear(it)).length,
    ),
    atMost(
      `hostile zips, gloss ${verb}: memory`,
      'limits of bytes, entries and ratio',
      zips.length,
      { most: MOST_MB, value: Math.max(...results.map(({ peakMb }) => peakMb)), unit: 'MB' },
    ),
    atMost(
      `hostile zips, gloss ${verb}: longest`,
      'limits of bytes, entries and ratio',
      zips.length,
      { most: MOST_S, value: Math.max(...results.map(({ seconds }) => seconds)), unit: 's' },
    ),
  ];
}

export async function attack(): Promise<AttackRow[]> {
  const folder = await mkdtemp(join(tmpdir(), 'gloss-bench-zips-'));
  try {
    return await withDataDir(async (dataDir) => {
      const gloss = await startGloss(dataDir, { GLOSS_LOG_LEVEL: 'error' });
      try {
        return [
          ...(await byReader(folder)),
          ...(await byCommand(gloss, folder, 'import')),
          ...(await byCommand(gloss, folder, 'restore')),
        ];
      } finally {
        await gloss.stop();
      }
    });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
