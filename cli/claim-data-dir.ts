/** A server's claim on its data folder: if two start at the same time, only one serves. */
import { DatabaseSync } from 'node:sqlite';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { Fault } from '#core/contract/faults.ts';
import { openDataDir } from '#api/compose/data-dir.ts';
import { assertNoServerRuns } from './running-server.ts';

/** Time for a server to start; afterwards `server.json` names it. */
const STARTING_MS = 60_000;
const LOOK_EVERY_MS = 100;
const SQLITE_BUSY = 5;

/**
 * Locks a file until the returned function is called or the process ends in any way, because the
 * system then drops SQLite's lock on it. Returns undefined if another process holds the lock. A
 * file that can't be written is not locked: the server itself reports what is wrong with its
 * folder.
 */
function tryLock(path: string): (() => void) | undefined {
  let file: DatabaseSync | undefined;
  try {
    file = new DatabaseSync(path);
    file.exec('BEGIN EXCLUSIVE');
  } catch (error) {
    file?.close();
    if ((error as { errcode?: number }).errcode === SQLITE_BUSY) return undefined;
    return () => undefined;
  }
  const locked = file;
  return () => {
    locked.close();
  };
}

/**
 * Claims a data folder for a server and returns a function that releases it. Throws `unreachable`
 * if another server runs on it or is starting, or if the folder can't be used.
 */
export async function claimDataDir(dataDir: string, signal: AbortSignal): Promise<() => void> {
  await assertNoServerRuns(dataDir, signal);
  await openDataDir(dataDir);
  for (let waitedMs = 0; waitedMs < STARTING_MS; waitedMs += LOOK_EVERY_MS) {
    const release = tryLock(join(dataDir, 'server.lock'));
    if (release) return release;
    await wait(LOOK_EVERY_MS, undefined, { signal });
    await assertNoServerRuns(dataDir, signal);
  }
  throw new Fault('unreachable', {
    message: `Another server is starting on the data folder ${dataDir}. Stop it first, or set GLOSS_DATA_DIR to another folder.`,
  });
}
