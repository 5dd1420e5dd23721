/** Starts `gloss serve` and `gloss worker` as processes that a test may kill. */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { z } from 'zod';

const MAIN = fileURLToPath(new URL('../../cli/main.js', import.meta.url));
const Ready = z.object({ url: z.string(), link: z.string() });

export interface ServerProcess {
  url: string;
  /** one-time sign-in address */
  link: string;
  child: ChildProcess;
  /** Sends SIGKILL and waits until the process has ended. */
  kill(): Promise<void>;
  /** Sends SIGTERM. Returns the exit code. */
  stop(): Promise<number | null>;
}

/** Starts the `gloss` command as a process, with `stdin` as its input. */
export function spawnGloss(
  env: Record<string, string>,
  args: readonly string[],
  stdin?: string,
  main = MAIN,
): ChildProcess & { stdout: Readable; stderr: Readable } {
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', main, ...args], {
    env: {
      PATH: process.env['PATH'],
      HOME: process.env['HOME'],
      GLOSS_CHROME_NO_SANDBOX: '1',
      GLOSS_LOG_LEVEL: 'warn',
      ...env,
    },
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  child.stdin.end(stdin);
  return child;
}
function exitOf(
  child: ChildProcess,
): Pick<ServerProcess, 'kill' | 'stop'> & { gone: Promise<[number | null]> } {
  const gone = once(child, 'exit') as Promise<[number | null]>;
  return {
    gone,
    async kill() {
      child.kill('SIGKILL');
      await gone;
    },
    async stop() {
      child.kill('SIGTERM');
      return (await gone)[0];
    },
  };
}

export interface StartOptions {
  /** the script to run; default the `gloss` command of this repository */
  main?: string;
  /** default false, so that a killed server is not restarted */
  isSupervised?: boolean;
}

/** Resolves when the server is ready. */
export async function startServerProcess(
  env: Record<string, string>,
  args: readonly string[] = [],
  { main, isSupervised = false }: StartOptions = {},
): Promise<ServerProcess> {
  const child = spawnGloss(
    env,
    ['serve', '--json', ...(isSupervised ? [] : ['--no-supervise']), ...args],
    undefined,
    main,
  );
  let stderr = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr += text;
  });
  const { gone, kill, stop } = exitOf(child);
  const line = once(createInterface({ input: child.stdout }), 'line') as Promise<[string]>;
  const first = await Promise.race([
    line.then(([text]) => text),
    gone.then(([code]) => {
      throw new Error(`gloss serve ended with ${code}: ${stderr}`);
    }),
  ]);
  const { url, link } = Ready.parse(JSON.parse(first));
  return { url, link, child, kill, stop };
}

/** Calls the API as the owner. Returns `data` of the response; throws for a refusal. */
export type OwnerCall = (method: string, path: string, body?: unknown) => Promise<unknown>;

/** `url` is read for each call, because a restarted server has another port. */
export async function callsOfOwner(folder: string, url: () => string): Promise<OwnerCall> {
  const token = (await readFile(join(folder, 'owner-token'), 'utf8')).trim();
  return async (method, path, body) => {
    const response = await fetch(`${url()}/api/${path}`, {
      method,
      headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    if (!response.ok)
      throw new Error(`${method} ${path} answered ${response.status}: ${await response.text()}`);
    return ((await response.json()) as { data: unknown }).data;
  };
}

/** Starts `gloss worker` as a process. */
export function startWorkerProcess(
  env: Record<string, string>,
): Pick<ServerProcess, 'kill' | 'stop'> {
  const child = spawnGloss(env, ['worker']);
  child.stderr.resume();
  return exitOf(child);
}
