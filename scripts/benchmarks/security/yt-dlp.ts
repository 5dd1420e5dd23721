/**
 * Hostile addresses that must never reach yt-dlp as options, and hostile output that it might give.
 */
import { chmod, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { readdirSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import { Fault } from '#core/contract/faults.ts';
import { createEgressProxy } from '#pipeline/net/egress-proxy.ts';
import { createGate } from '#pipeline/net/gate.ts';
import { createPace } from '#pipeline/net/pace.ts';
import { createYtDlp } from '#pipeline/net/yt-dlp.ts';
import { hostileAddresses, hostileOutputs } from '#pipeline/net/testing/hostile-yt-dlp.ts';
import { atMost, cameThrough, type AttackRow } from '../lib/attack.ts';

const ANSWER_MS = 5_000;
const MARGIN_MS = 3_000;
const GROWTH_MB = 300;
const WATCH = 'https://www.youtube.com/watch?v=dQw4w9WgXcQ';

async function standIn(folder: string, name: string, body: string): Promise<string> {
  const file = join(folder, name);
  await writeFile(file, `#!${process.execPath}\nconst fs = require('node:fs');\n${body}\n`);
  await chmod(file, 0o755);
  return file;
}
function readerOf(file: string) {
  const proxy = createEgressProxy({ gate: createGate() });
  const ytdlp = createYtDlp({
    gate: createGate(),
    proxy,
    pace: createPace({ concurrency: 99, perSecond: 10_000 }),
    configuredPath: file,
    path: process.env['PATH'] ?? '',
    timeoutMs: ANSWER_MS,
  });
  return { ytdlp, close: () => proxy.close() };
}

/** Tells whether all user input comes after `--`, as an http or https address. */
function isSafe(argv: readonly string[]): boolean {
  const end = argv.indexOf('--');
  const given = argv.slice(end + 1);
  return (
    end === argv.length - 2 &&
    given.every((it) => /^https?:\/\/[^\s]+$/.test(it)) &&
    !argv.slice(0, end).some((it) => it.includes('HOSTILE'))
  );
}

async function ofAddresses(folder: string): Promise<AttackRow[]> {
  const record = join(folder, 'argv.ndjson');
  await writeFile(record, '');
  const file = await standIn(
    folder,
    'recorder',
    `fs.appendFileSync(${JSON.stringify(record)}, JSON.stringify(process.argv.slice(2)) + '\\n'); console.log('{"id":"x","formats":[{}]}');`,
  );
  const { ytdlp, close } = readerOf(file);
  const addresses = hostileAddresses();
  for (const address of addresses) await ytdlp.info(address, {}).catch(() => undefined);
  await close();
  const lines = (await readFile(record, 'utf8'))
    .split('\n')
    .filter(Boolean)
    .map((line) => z.array(z.string()).parse(JSON.parse(line)));
  return [
    cameThrough(
      `options smuggled to yt-dlp by an address (${lines.length} reached it)`,
      'gate, and the address after --',
      addresses.length,
      lines.filter((argv) => !isSafe(argv)).length,
    ),
    cameThrough(
      'options smuggled to yt-dlp by an address',
      'none (switched off)',
      addresses.length,
      addresses.filter((it) => it.trim().startsWith('-')).length,
    ),
  ];
}

async function ofOutputs(folder: string): Promise<AttackRow[]> {
  const pids = join(folder, 'pids');
  const outputs = hostileOutputs();
  const before = process.memoryUsage().rss;
  let [unclear, longestMs, growth] = [0, 0, 0];
  for (const [at, { name, body }] of outputs.entries()) {
    const file = await standIn(
      folder,
      `output-${at}`,
      `fs.appendFileSync(${JSON.stringify(pids)}, process.pid + '\\n');\n${body}`,
    );
    const { ytdlp, close } = readerOf(file);
    const startedAt = performance.now();
    const outcome = await ytdlp.info(WATCH, {}).then(
      () => 'read',
      (error: unknown) => (error instanceof Fault ? error.code : `${String(error)}`),
    );
    longestMs = Math.max(longestMs, performance.now() - startedAt);
    growth = Math.max(growth, (process.memoryUsage().rss - before) / 2 ** 20);
    if (!/^[a-z_]+$/.test(outcome) || outcome === 'internal') {
      unclear += 1;
      process.stderr.write(`  ${name}: ${outcome}\n`);
    }
    await close();
  }
  const begun = (await readFile(pids, 'utf8')).split('\n').filter(Boolean);
  const alive = begun.filter(
    (pid) =>
      readdirSync('/proc').includes(pid) &&
      !readFileSync(`/proc/${pid}/stat`, 'utf8').includes(') Z '),
  );
  const written = (await readdir(folder)).filter(
    (name) => !/^(output-\d+|recorder|pids|argv\.ndjson)$/.test(name),
  );
  return [
    cameThrough(
      'output of yt-dlp without a clear outcome',
      'parsed by schema, bounded',
      outputs.length,
      unclear,
    ),
    atMost(
      'longest answer of a yt-dlp that hangs',
      `killed after ${ANSWER_MS / 1000} s here, 90 s in use`,
      outputs.length,
      { most: (ANSWER_MS + MARGIN_MS) / 1000, value: longestMs / 1000, unit: 's' },
    ),
    atMost(
      'memory for 100 MB of output and JSON without end',
      '20 MB of output are read',
      outputs.length,
      { most: GROWTH_MB, value: growth, unit: 'MB' },
    ),
    cameThrough(
      'processes and files that a yt-dlp leaves behind',
      'its group is killed, its folder removed',
      outputs.length,
      alive.length + written.length,
    ),
  ];
}

export async function attack(): Promise<AttackRow[]> {
  const folder = await mkdtemp(join(tmpdir(), 'gloss-bench-ytdlp-'));
  try {
    return [...(await ofAddresses(folder)), ...(await ofOutputs(folder))];
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
