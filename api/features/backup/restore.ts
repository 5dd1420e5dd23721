/**
 * Restores a backup, completely or not at all. On SQLite, it builds the data in `restoring/` of the
 * data folder and puts it in place with renames that can be resumed (`finish-restore.ts`). On
 * PostgreSQL, the rows are one transaction.
 */
import { mkdir, open, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { Fault } from '#core/contract/faults.ts';
import { createDiskFiles, type FileStore } from '#pipeline/library/index.ts';
import {
  COMPLETE,
  DATABASE,
  exists,
  finishRestore,
  STAGING,
  type Complete,
} from './finish-restore.ts';
import { fileName, indexName, keyOf } from './manifest.ts';
import type { OpenBackup } from './read-backup.ts';
import { hashRows, type Column, type RowWriter } from './rows.ts';
import { readPostgres, writePostgres } from './postgres-rows.ts';
import { writeSqlite } from './sqlite-rows.ts';

export interface RestorePorts {
  backup: OpenBackup;
  dataDir: string;
  /** URL of PostgreSQL; undefined for SQLite in the data folder */
  databaseUrl: string | undefined;
  /** the file store, if it is a bucket */
  bucket: FileStore | undefined;
  /**
   * Creates the tables as they were after these migrations. Faults: `unavailable` for an unknown
   * migration.
   */
  prepare(place: { file: string; names: readonly string[] }): Promise<void>;
  /** moves existing data aside */
  replace: boolean;
  tell?: (what: string) => void;
  now: Date;
}
const isEmptyFolder = async (path: string): Promise<boolean> =>
  (await readdir(path).catch(() => [])).length === 0;
export interface Restored {
  /** where the previous data is now */
  aside: string | undefined;
}

/**
 * Faults: `conflict` if there is data and `replace` is false; `corrupt_file`, `unavailable`,
 * `storage_full`. Then nothing is changed.
 */
export async function restore(ports: RestorePorts): Promise<Restored> {
  const { backup, dataDir, databaseUrl, replace, tell } = ports;
  await finishRestore(dataDir);
  if (!replace) await mustBeEmpty(ports);
  await backup.check(tell);
  return databaseUrl === undefined ? intoFolder(ports) : intoPostgres(ports, databaseUrl);
}

async function mustBeEmpty({ dataDir, databaseUrl }: RestorePorts): Promise<void> {
  const refuse = (place: string) =>
    new Fault('conflict', {
      message: `${place} is not empty. Restore into an empty folder (--to FOLDER), or use --replace, which moves the existing data aside.`,
    });
  if (databaseUrl === undefined) {
    if ((await exists(join(dataDir, DATABASE))) || !(await isEmptyFolder(join(dataDir, 'files'))))
      throw refuse(`The data folder ${dataDir}`);
    return;
  }
  const reader = await readPostgres(databaseUrl);
  try {
    // The table of migrations has no data of people.
    for (const table of reader.tables.filter(
      (it) => it.name !== 'migrations' && it.name !== 'access_changes',
    )) {
      for await (const _ of reader.rows(table)) throw refuse('The database');
    }
  } finally {
    await reader.close();
  }
}

/** Writes the rows and reads them back: counts and hashes must match the backup. */
async function fill(
  writer: RowWriter,
  { backup, tell = () => undefined }: RestorePorts,
): Promise<void> {
  const { tables, sequences } = backup.manifest;
  await writer.clear();
  for (const { name } of tables) {
    tell(name);
    const { columns, rows } = await backup.rows(name);
    const table = writer.tables.find((it) => it.name === name);
    if (!table)
      throw new Fault('corrupt_file', {
        message: `This backup has a table ${name}, which this version does not know.`,
      });
    const known = new Map(table.columns.map((it) => [it.name, it]));
    await writer.insert(
      table,
      columns.map(({ name: column }): Column => {
        const found = known.get(column);
        if (!found)
          throw new Fault('corrupt_file', {
            message: `This backup has a column ${name}.${column}, which this version does not know.`,
          });
        return found;
      }),
      rows,
    );
  }
  await writer.setSequences(sequences);
  const reader = writer.reader();
  for (const { name, rows, hash } of tables) {
    const table = writer.tables.find((it) => it.name === name);
    const { columns } = await backup.rows(name);
    const found = table && (await hashRows(reader, table, columns));
    if (found?.rows !== rows || found.hash !== hash)
      throw new Fault('internal', {
        message: `The restored rows of ${name} differ from the backup. Nothing was changed.`,
      });
  }
}

async function putFiles(
  store: FileStore,
  { manifest, read }: Pick<OpenBackup, 'manifest' | 'read'>,
  tell: (what: string) => void = () => undefined,
): Promise<void> {
  for (const { name, size, sha256 } of manifest.entries) {
    const key = keyOf(name);
    if (key === undefined) continue;
    tell('files');
    const { hash } = await store.putStream(
      key,
      Readable.from(read(fileName(key)), { objectMode: false }),
      size,
    );
    if (hash !== sha256)
      throw new Fault('internal', {
        message: `The restored file ${key} differs from the backup. Nothing was changed.`,
      });
  }
}

async function intoFolder(ports: RestorePorts): Promise<Restored> {
  const { backup, dataDir, bucket, prepare, now } = ports;
  const staging = join(dataDir, STAGING);
  await rm(staging, { recursive: true, force: true });
  await mkdir(join(staging, 'files'), { recursive: true, mode: 0o700 });
  try {
    const file = join(staging, DATABASE);
    await prepare({ file, names: backup.manifest.migrations });
    const writer = writeSqlite(file, { isForeign: backup.manifest.dialect !== 'sqlite' });
    try {
      await fill(writer, ports);
      await writer.commit();
    } finally {
      await writer.close();
    }
    await putFiles(bucket ?? createDiskFiles(join(staging, 'files')), backup, ports.tell);
    const items: Complete['items'] = ['files', ...(await putIndex(backup, staging)), DATABASE];
    const aside = `before-restore-${now.toISOString().replaceAll(/[:.]/g, '-')}`;
    await rm(join(staging, 'backups'), { recursive: true, force: true });
    await rm(join(staging, 'files', 'tmp'), { recursive: true, force: true });
    await durable(join(staging, COMPLETE), JSON.stringify({ aside, items } satisfies Complete));
    await finishRestore(dataDir);
    return { aside: (await exists(join(dataDir, aside))) ? join(dataDir, aside) : undefined };
  } catch (error) {
    if (!(await exists(join(staging, COMPLETE))))
      await rm(staging, { recursive: true, force: true });
    throw error;
  }
}

async function putIndex(
  { manifest, read }: OpenBackup,
  staging: string,
): Promise<('index.sqlite' | 'own-index.sqlite')[]> {
  const existing = (['index.sqlite', 'own-index.sqlite'] as const).filter((name) =>
    manifest.entries.some((it) => it.name === indexName(name)),
  );
  for (const name of existing) {
    await using file = await open(join(staging, name), 'w', 0o600);
    for await (const chunk of read(indexName(name))) await file.writeFile(chunk);
    await file.sync();
  }
  return existing;
}
async function durable(path: string, text: string): Promise<void> {
  const part = `${path}.part`;
  {
    await using file = await open(part, 'w', 0o600);
    await file.writeFile(text);
    await file.sync();
  }
  await rename(part, path);
}

async function intoPostgres(ports: RestorePorts, url: string): Promise<Restored> {
  const { backup, dataDir, bucket, prepare } = ports;
  await prepare({ file: join(dataDir, DATABASE), names: backup.manifest.migrations });
  const writer = await writePostgres(url);
  try {
    await fill(writer, ports);
    // Files come before the rows that refer to them: an interrupted restore leaves only
    // unreferenced files, which are collected.
    await putFiles(bucket ?? createDiskFiles(join(dataDir, 'files')), backup, ports.tell);
    await writer.commit();
  } finally {
    await writer.close();
  }
  return { aside: undefined };
}
