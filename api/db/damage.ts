/** Damage of SQLite files: how it is found, and what repairs it. */
import { existsSync } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { Fault } from '#core/contract/faults.ts';

const DAMAGED = new Set(['SQLITE_CORRUPT', 'SQLITE_NOTADB']);
const MOST_CAUSES = 5;

/** Tells whether a driver's error means a damaged file, however deep Sequelize wrapped it. */
export function saysDamaged(error: unknown): boolean {
  for (let at = error, depth = 0; at instanceof Error && depth < MOST_CAUSES; depth += 1) {
    if ('code' in at && typeof at.code === 'string' && DAMAGED.has(at.code)) return true;
    at = 'parent' in at ? at.parent : at.cause;
  }
  return false;
}

/**
 * Checks every page of a SQLite file. Returns what is wrong; undefined if it is sound or missing.
 */
export function damageOf(file: string): string | undefined {
  if (!existsSync(file)) return undefined;
  let db: DatabaseSync | undefined;
  try {
    db = new DatabaseSync(file, { readOnly: true, timeout: 5_000 });
    const found = String(db.prepare('PRAGMA quick_check(1)').get()?.['quick_check']);
    return found === 'ok' ? undefined : found;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  } finally {
    db?.close();
  }
}

/** Returns the copies of the database that migrations made, newest first. */
export async function copiesOfDatabase(dataDir: string): Promise<{ path: string; madeAt: Date }[]> {
  const folder = join(dataDir, 'backups');
  const names = await readdir(folder).catch(() => []);
  const copies = await Promise.all(
    names
      .filter((name) => name.endsWith('.sqlite'))
      .map(async (name) => {
        const path = join(folder, name);
        return { path, madeAt: (await stat(path)).mtime };
      }),
  );
  return copies.sort((a, b) => b.madeAt.getTime() - a.madeAt.getTime());
}

/** Returns what to do about a damaged database, with the names of its backups. */
export async function repairOfDatabase(dataDir: string): Promise<string> {
  const [newest] = await copiesOfDatabase(dataDir);
  const backup = newest
    ? `restore your newest backup: gloss restore BACKUP --replace. Without one, the newest copy that Gloss made is of ${newest.madeAt.toISOString().slice(0, 10)}: gloss restore ${newest.path} --replace`
    : 'restore your newest backup: gloss restore BACKUP --replace';
  return `Stop Gloss and copy the folder ${dataDir} to another disk. Then ${backup}`;
}

/** Returns the fault for a damaged database, with what to do. */
export async function damagedDatabase(file: string, cause: unknown): Promise<Fault> {
  return new Fault('unavailable', {
    message: `The database ${file} is damaged. ${await repairOfDatabase(dirname(file))}`,
    cause,
  });
}
