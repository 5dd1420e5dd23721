/**
 * Time from the start of the process to its first responses, idle memory, and time to stop; next to
 * a minimal HTTP server in Node.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { freePort } from '#api/testing/free-port.ts';
import { startGloss, startProcess, withDataDir, type RunningProcess } from './lib/gloss-process.ts';
import { treeUse } from './lib/process-tree.ts';
import { percentile, report, type Row } from './lib/table.ts';

const TIMES = 5;
const REST_MS = 5_000;
const HEALTH = '/api/health';
/** A response that needs no other program. */
const LISTENS = '/api/openapi.json';

interface Measured {
  listens: number;
  health: number;
  rssMb: number;
  treeRssMb: number;
  end: number;
}

async function measure(start: () => Promise<RunningProcess>, rest: boolean): Promise<Measured> {
  const running = await start();
  if (rest) await wait(REST_MS);
  const use = treeUse(running.pid);
  const { [HEALTH]: health = 0, [LISTENS]: listens = 0 } = running.firstMs;
  return { listens, health, rssMb: use.ownRssMb, treeRssMb: use.rssMb, end: await running.stop() };
}

/** Medians; memory of the last start, when idle. */
async function row(name: string, measureOnce: (rest: boolean) => Promise<Measured>): Promise<Row> {
  const all: Measured[] = [];
  for (let n = 0; n < TIMES; n += 1) all.push(await measureOnce(n === TIMES - 1));
  const median = (of: (it: Measured) => number) => percentile(all.map(of), 0.5);
  const last = all.at(-1);
  return {
    start: name,
    'answers ms': median((it) => it.listens),
    'health 200 ms': median((it) => it.health),
    'max ms': Math.max(...all.map((it) => it.health)),
    'RSS MB': last?.rssMb,
    'RSS of the tree MB': last?.treeRssMb,
    'SIGTERM to end ms': median((it) => it.end),
  };
}

const BARE =
  "require('node:http').createServer((req, res) => res.end('{}')).listen(Number(process.argv[1]), '127.0.0.1')";

async function bare(): Promise<RunningProcess> {
  const port = await freePort();
  return startProcess(['-e', BARE, String(port)], { port, paths: [LISTENS, HEALTH] });
}

export async function run(): Promise<void> {
  const cache = mkdtempSync(join(tmpdir(), 'gloss-bench-cache-'));
  const gloss = (dataDir: string, env: Record<string, string> = {}) =>
    startGloss(dataDir, { NODE_COMPILE_CACHE: cache, ...env }, [LISTENS, HEALTH]);
  const fresh = (env?: () => Record<string, string>) => (rest: boolean) =>
    withDataDir((folder) => measure(() => gloss(folder, env?.()), rest), { sample: true });
  let emptyCaches = 0;
  try {
    const first = await row(
      'Gloss, the first time ever',
      fresh(() => ({ NODE_COMPILE_CACHE: join(cache, `empty-${emptyCaches++}`) })),
    );
    const anew = await row('Gloss, a new data folder', fresh());
    const used = await withDataDir(async (folder) => {
      await (await gloss(folder)).stop();
      return row('Gloss, a used data folder', (rest) => measure(() => gloss(folder), rest));
    });
    const plain = await row('node -e http.createServer', (rest) => measure(bare, rest));
    const ratio = Object.fromEntries(
      Object.keys(plain)
        .filter((key) => typeof plain[key] === 'number')
        .map((key) => [key, Number(used[key]) / Number(plain[key])]),
    );
    report(
      'start',
      `Start: medians of ${TIMES}, memory ${REST_MS / 1000} s after; "answers" is the first 200 of ${LISTENS}, health also asks for the versions of the browser and yt-dlp`,
      [first, anew, used, plain, { start: 'ratio, used folder to bare', ...ratio }],
    );
  } finally {
    rmSync(cache, { recursive: true, force: true });
  }
}
