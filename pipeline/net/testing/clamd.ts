/**
 * A real clamd with the settings of `docs/clamd.conf`, a separate socket, and one signature: that
 * of `BAD`.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findExecutable } from '../find-executable.ts';
import { createVirusScanner } from '../virus-scanner.ts';
import { eventually } from '../../testing/eventually.ts';

export const BAD = 'GLOSS-TEST-FILE-THAT-THE-SCANNER-KNOWS';
const found = findExecutable({
  configured: undefined,
  names: ['clamd'],
  path: `${process.env['PATH'] ?? ''}:/usr/sbin`,
});
export const hasClamd = found !== undefined;

export interface TestClamd {
  socket: string;
  stop(): Promise<void>;
  /** starts it again with the same socket */
  start(): Promise<void>;
  remove(): Promise<void>;
}

/** `more`: settings that override those of the same name. */
export async function openClamd(more: Readonly<Record<string, string>> = {}): Promise<TestClamd> {
  const folder = await mkdtemp(join(tmpdir(), 'gloss-clamd-'));
  const socket = join(folder, 'clamd.sock');
  await mkdir(join(folder, 'db'));
  // clamd matches the text of pages in lower case.
  const signatures = [
    [0, BAD],
    [3, BAD.toLowerCase()],
  ].map(
    ([target, text]) => `Gloss.Test:${target}:*:${Buffer.from(String(text)).toString('hex')}\n`,
  );
  await writeFile(join(folder, 'db', 'gloss.ndb'), signatures.join(''));
  const given = (await readFile(new URL('../../../docs/clamd.conf', import.meta.url), 'utf8'))
    .split('\n')
    .filter((line) => !/^(#|$|TCP|User |DatabaseDirectory )/.test(line));
  const own = { DatabaseDirectory: join(folder, 'db'), LocalSocket: socket, ...more };
  await writeFile(
    join(folder, 'clamd.conf'),
    [
      ...given.filter((line) => !Object.hasOwn(own, line.split(' ')[0] ?? '')),
      ...Object.entries(own).map((line) => line.join(' ')),
    ].join('\n'),
  );
  let running: ReturnType<typeof spawn> | undefined;
  const start = async (): Promise<void> => {
    running = spawn(found ?? 'clamd', ['--config-file', join(folder, 'clamd.conf')], {
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    await eventually(() => createVirusScanner({ path: socket }).version());
  };
  const stop = async (): Promise<void> => {
    if (!running || running.exitCode !== null) return;
    const ended = once(running, 'exit');
    running.kill();
    await ended;
  };
  await start();
  return {
    socket,
    start,
    stop,
    async remove() {
      await stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
