/** Runs the real command in a separate process and data folder. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { spawnGloss } from '#api/testing/server-process.ts';

export interface Ran {
  code: number | null;
  stdout: string;
  stderr: string;
  /** its lines on stdout, without empty ones */
  lines: string[];
}
export interface Running {
  done: Promise<Ran>;
  kill(signal: NodeJS.Signals): void;
  /** resolves once the output on either stream matches */
  says(pattern: RegExp): Promise<void>;
}

export function startGloss(
  args: readonly string[],
  env: Record<string, string>,
  stdin?: string,
): Running {
  const child = spawnGloss({ GLOSS_LOG_LEVEL: 'error', GLOSS_PORT: '0', ...env }, args, stdin);
  const { promise: done, resolve, reject } = Promise.withResolvers<Ran>();
  let [stdout, stderr] = ['', ''];
  const waiting = new Set<() => void>();
  const heard = () => {
    for (const look of waiting) look();
  };
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    stdout += text;
    heard();
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr += text;
    heard();
  });
  child.once('error', reject).once('close', (code) => {
    resolve({ code, stdout, stderr, lines: stdout.split('\n').filter((line) => line !== '') });
  });
  return {
    done,
    kill: (signal) => {
      child.kill(signal);
    },
    says: (pattern) =>
      Promise.race([
        new Promise<void>((settle) => {
          const look = () => {
            if (pattern.test(stdout) || pattern.test(stderr)) {
              waiting.delete(look);
              settle();
            }
          };
          waiting.add(look);
          look();
        }),
        done.then(({ code }) => {
          if (!pattern.test(stdout) && !pattern.test(stderr))
            throw new Error(
              `gloss ended with ${code} and never said ${pattern}: ${stdout}${stderr}`,
            );
        }),
      ]),
  };
}
export const runGloss = (
  args: readonly string[],
  env: Record<string, string>,
  stdin?: string,
): Promise<Ran> => startGloss(args, env, stdin).done;

export interface TestFolder {
  path: string;
  remove(): void;
}
export function openTestFolder(): TestFolder {
  const path = mkdtempSync(join(tmpdir(), 'gloss-cli-'));
  return { path, remove: () => rmSync(path, { recursive: true, force: true }) };
}
