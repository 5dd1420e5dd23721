/** Backs up and restores the data that the settings name. */
import { createReadStream } from 'node:fs';
import { access, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { backup, DatabaseSync } from 'node:sqlite';
import { Fault } from '#core/contract/faults.ts';
import type { Log } from '#config/log.ts';
import { assertPackagesInstalled } from '#config/optional-packages.ts';
import type { Settings } from '#config/settings.ts';
import { VERSION } from '#config/version.ts';
import { openDatabase } from '../db/connection.ts';
import { migrate } from '../db/migrate.ts';
import { migrations } from '../db/migrations/index.ts';
import {
  openBackup,
  readPostgres,
  readSqlite,
  restore,
  writeBackup,
  type RunningBackup,
} from '../features/backup/index.ts';
import { makeFolder, openDataDir, pathsOf } from './data-dir.ts';
import { openFiles } from './open-files.ts';

/** Complete copies of the index, made while other processes may write. */
async function copiesOf(
  paths: readonly { name: string; path: string }[],
): Promise<{ folder: string; copies: { name: string; path: string }[] }> {
  const folder = await mkdtemp(join(tmpdir(), 'gloss-backup-'));
  const copies: { name: string; path: string }[] = [];
  for (const { name, path } of paths) {
    if (
      !(await access(path).then(
        () => true,
        () => false,
      ))
    )
      continue;
    const source = new DatabaseSync(path, { readOnly: true });
    const to = join(folder, name);
    try {
      await backup(source, to, { rate: 2000 });
    } finally {
      source.close();
    }
    copies.push({ name, path: to });
  }
  return { folder, copies };
}

/**
 * Makes a backup while a server may run. Faults: `unreachable` if there is no data, `unavailable`.
 */
export async function beginBackup(
  settings: Settings,
  log: Log,
  { index, tell }: { index: boolean; tell?: (what: string) => void },
): Promise<RunningBackup> {
  assertPackagesInstalled(settings);
  const paths = pathsOf(settings.dataDir);
  const reader =
    settings.databaseUrl === undefined
      ? readSqlite(paths.database)
      : await readPostgres(settings.databaseUrl);
  const files = await openFiles(settings, paths, log);
  const indexed = index
    ? await copiesOf([
        { name: 'index.sqlite', path: paths.index },
        { name: 'own-index.sqlite', path: paths.ownIndex },
      ])
    : undefined;
  const { output, done } = writeBackup({
    reader,
    files,
    version: VERSION,
    now: new Date(),
    index:
      indexed?.copies.map(({ name, path }) => ({ name, stream: () => createReadStream(path) })) ??
      [],
    ...(tell ? { onProgress: tell } : {}),
  });
  return {
    output,
    done: done.finally(async () => {
      await reader.close();
      files.close();
      if (indexed) await rm(indexed.folder, { recursive: true, force: true });
    }),
  };
}

/** Faults: those of `restore`; `unavailable` for a backup of a newer version. */
export async function restoreBackup(
  settings: Settings,
  log: Log,
  path: string,
  { replace, tell }: { replace: boolean; tell?: (what: string) => void },
) {
  assertPackagesInstalled(settings);
  const opened = await openBackup(path);
  const files = settings.s3 ? await openFiles(settings, pathsOf(settings.dataDir), log) : undefined;
  try {
    const known = new Set(migrations.map((it) => it.name));
    const strange = opened.manifest.migrations.find((name) => !known.has(name));
    if (strange !== undefined)
      throw new Fault('unavailable', {
        message: `This backup was made by a newer Gloss (${strange}). Restore it with that version.`,
      });
    await makeFolder(settings.dataDir).catch((cause: unknown) => {
      throw new Fault('unreachable', {
        message: `Couldn't use the data folder ${settings.dataDir}. Choose one you can write to.`,
        cause,
      });
    });
    const done = await restore({
      backup: opened,
      dataDir: settings.dataDir,
      databaseUrl: settings.databaseUrl,
      bucket: files,
      replace,
      now: new Date(),
      ...(tell ? { tell } : {}),
      async prepare({ file, names }) {
        const database = await openDatabase({ url: settings.databaseUrl, file, log });
        const wanted = migrations.filter((it) => names.includes(it.name));
        try {
          await migrate(database, { file, log, migrations: wanted });
        } finally {
          await database.close();
        }
      },
    });
    // The backup has its own threads, so the sample thread is not added at the next start.
    await (await openDataDir(settings.dataDir)).once('sample-thread-made').done();
    return { manifest: opened.manifest, ...done };
  } finally {
    opened.close();
    files?.close();
  }
}
