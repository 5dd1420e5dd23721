/** A real `gloss serve` with a separate port and data folder. */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as wait } from 'node:timers/promises';
import { z } from 'zod';
import { freePort } from '#api/testing/free-port.ts';
import { Source } from '#core/contract/source.ts';

const MAIN = join(import.meta.dirname, '../../../cli/main.js');
/** As in `scripts/start`, so that freed memory is returned to the system. */
const ENVIRONMENT = { MALLOC_ARENA_MAX: '2', MALLOC_TRIM_THRESHOLD_: '131072' };
const AS_STARTED = ['--disable-warning=ExperimentalWarning', '--max-semi-space-size=4'];
const ASK_EVERY_MS = 5;
const LOOK_EVERY_MS = 100;
const MOST_S = 120;
const Page = z.object({ docs: z.array(Source) });
const Success = z.object({ data: z.unknown() });

export interface RunningProcess {
  pid: number;
  url: string;
  /** ms from the start of the process to the first 200 of each requested address */
  firstMs: Record<string, number>;
  /** sends SIGTERM and resolves with the ms until the process has ended */
  stop(): Promise<number>;
}
export interface GlossProcess extends RunningProcess {
  /** its log, as parsed lines */
  logged: unknown[];
  /** headers of its owner */
  headers: { Authorization: string };
  call(method: string, path: string, body?: unknown): Promise<Response>;
  /** `data` of a success */
  data(method: string, path: string, body?: unknown): Promise<unknown>;
}

async function first200(url: string, startedAt: number, child: ChildProcess): Promise<number> {
  for (;;) {
    if (child.exitCode !== null)
      throw new Error(`it ended with ${child.exitCode} before it answered at ${url}`);
    // Connections are refused until it listens.
    const response = await fetch(url).catch(() => undefined);
    await response?.body?.cancel();
    if (response?.status === 200) return performance.now() - startedAt;
    await wait(ASK_EVERY_MS);
  }
}

/** Starts Node with these arguments and requests each of the paths until all return 200. */
export async function startProcess(
  args: string[],
  { port, paths, env = {} }: { port: number; paths: string[]; env?: Record<string, string> },
): Promise<RunningProcess & { child: ChildProcess }> {
  const startedAt = performance.now();
  const child = spawn(process.execPath, args, {
    stdio: ['ignore', 'ignore', 'pipe'],
    env: { PATH: process.env['PATH'], HOME: process.env['HOME'], ...env },
  });
  const exited = once(child, 'exit');
  const url = `http://127.0.0.1:${port}`;
  const times = await Promise.all(paths.map((path) => first200(url + path, startedAt, child)));
  return {
    child,
    url,
    pid: child.pid ?? 0,
    firstMs: Object.fromEntries(paths.map((path, at) => [path, times[at] ?? 0])),
    async stop() {
      const from = performance.now();
      child.kill('SIGTERM');
      await exited;
      return performance.now() - from;
    },
  };
}

/** `main` is the program of another version than this one. */
export async function startGloss(
  dataDir: string,
  env: Record<string, string> = {},
  paths: string[] = ['/api/health'],
  args: string[] = [],
  main = MAIN,
): Promise<GlossProcess> {
  const port = await freePort();
  const logged: unknown[] = [];
  // Versions without a supervisor don't know the option.
  const alone = existsSync(join(dirname(main), 'supervise.ts')) ? ['--no-supervise'] : [];
  const running = await startProcess([...AS_STARTED, main, 'serve', '--json', ...alone, ...args], {
    port,
    paths,
    env: {
      ...ENVIRONMENT,
      GLOSS_DATA_DIR: dataDir,
      GLOSS_PORT: String(port),
      GLOSS_CHROME_NO_SANDBOX: '1',
      GLOSS_LOG_LEVEL: 'warn',
      ...env,
    },
  });
  if (running.child.stderr)
    createInterface({ input: running.child.stderr }).on('line', (line) => {
      if (line.startsWith('{')) logged.push(JSON.parse(line));
    });
  const token = readFileSync(join(dataDir, 'owner-token'), 'utf8').trim();
  const headers = { Authorization: `Bearer ${token}` };
  const call = (method: string, path: string, body?: unknown) =>
    fetch(`${running.url}/api/${path}`, {
      method,
      headers: {
        ...headers,
        ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
  return {
    ...running,
    logged,
    headers,
    call,
    async data(method, path, body) {
      const response = await call(method, path, body);
      if (!response.ok)
        throw new Error(`${method} ${path} answered ${response.status}: ${await response.text()}`);
      return Success.parse(await response.json()).data;
    },
  };
}

/** Calls `work` with a temporary data folder, by default without the sample thread. */
export async function withDataDir<T>(
  work: (dataDir: string) => Promise<T>,
  { sample = false } = {},
): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), 'gloss-bench-'));
  if (!sample) writeFileSync(join(folder, 'sample-thread-made'), '');
  try {
    return await work(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Waits until none of the newest hundred sources is in progress. */
export async function untilReady(gloss: GlossProcess, mostS = MOST_S): Promise<Source[]> {
  const deadline = performance.now() + mostS * 1000;
  for (;;) {
    const { docs } = Page.parse(await gloss.data('GET', 'sources?status=processing&limit=1'));
    if (docs.length === 0) return Page.parse(await gloss.data('GET', 'sources?limit=100')).docs;
    if (performance.now() > deadline)
      throw new Error(`after ${mostS} s there are sources that are not ready`);
    await wait(LOOK_EVERY_MS);
  }
}
