/** The claim of a server on its data folder, so that of two that start at one instant only one serves. */
import { DatabaseSync } from 'node:sqlite';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { Fault } from '#core/contract/faults.ts';
import { openDataDir } from '#api/compose/data-dir.ts';
import { assertNoServerRuns } from './running-server.ts';

/** How long a server may take to start; then `server.json` names it. */
const STARTING_MS = 60_000;
const LOOK_EVERY_MS = 100;
const SQLITE_BUSY = 5;

/**
 * Locks a file until the returned function is called or the process ends in any way: the system
 * then drops the lock that SQLite holds on it. Undefined if another process holds the lock. A file
 * that cannot be written is not locked: the server itself says what is wrong with its folder.
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
 * Claims a data folder for a server, and returns how to give it back. Throws `unreachable` if
 * another server runs on it or is starting, or if the folder cannot be used.
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
