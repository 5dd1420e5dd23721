/** Puts a copy of the SQLite database, as in `backups/`, in place of the database. */
import { constants } from 'node:fs';
import { copyFile, link, mkdir, open, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Fault } from '#core/contract/faults.ts';
import { damageOf } from '../../db/damage.ts';
import { DATABASE, exists } from './finish-restore.ts';
import type { Restored } from './restore.ts';

const SQLITE = 'SQLite format 3\0';

/** Tells whether the file is a SQLite database that can be opened. */
export async function isDatabaseCopy(path: string): Promise<boolean> {
  try {
    await using file = await open(path, 'r');
    const { buffer } = await file.read(Buffer.alloc(SQLITE.length), 0, SQLITE.length, 0);
    return buffer.toString('latin1') === SQLITE;
  } catch {
    return false;
  }
}

/**
 * Files and settings of the folder stay. The previous database is moved aside, and after an
 * interruption either one is in place. Faults: `conflict` if there is a database and `replace` is
 * false; `corrupt_file` for a damaged copy. Then nothing is changed.
 */
export async function restoreCopy({
  path,
  dataDir,
  replace,
  now,
}: {
  path: string;
  dataDir: string;
  replace: boolean;
  now: Date;
}): Promise<Restored> {
  const damage = damageOf(path);
  if (damage !== undefined)
    throw new Fault('corrupt_file', {
      message: `${path} is damaged (${damage}). Restore another copy.`,
    });
  const database = join(dataDir, DATABASE);
  const isThere = await exists(database);
  if (isThere && !replace)
    throw new Fault('conflict', {
      message: `${dataDir} already has a database. Use --replace to move it aside and use the copy.`,
    });
  const part = `${database}.part`;
  await rm(part, { force: true });
  await copyFile(path, part, constants.COPYFILE_FICLONE);
  {
    await using file = await open(part, 'r+');
    await file.sync();
  }
  const aside = join(dataDir, `before-restore-${now.toISOString().replaceAll(/[:.]/g, '-')}`);
  if (isThere) {
    await mkdir(aside, { mode: 0o700 });
    await link(database, join(aside, DATABASE));
  }
  for (const end of ['-wal', '-shm'])
    if (await exists(database + end)) {
      await mkdir(aside, { recursive: true, mode: 0o700 });
      await rename(database + end, join(aside, DATABASE + end));
    }
  await rename(part, database);
  return { aside: (await exists(aside)) ? aside : undefined };
}
