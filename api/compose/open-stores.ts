import type { Log } from '#config/log.ts';
import type { Settings } from '#config/settings.ts';
import {
  Library,
  watchDiskSpace,
  type Database,
  type DiskSpace,
  type FileStore,
} from '#pipeline/library/index.ts';
import { createBullQueue, createDatabaseQueue, type Queue } from '#pipeline/queue/index.ts';
import { openDatabase } from '../db/connection.ts';
import { damagedDatabase, saysDamaged } from '../db/damage.ts';
import { migrate } from '../db/migrate.ts';
import { migrations } from '../db/migrations/index.ts';
import type { DataDir } from './data-dir.ts';
import type { Lifecycle } from './lifecycle.ts';
import { openFiles } from './open-files.ts';

export interface Stores {
  database: Database;
  library: Library;
  files: FileStore;
  room: DiskSpace;
  queue: Queue;
}

/** Opens database, files and queue from the settings, and migrates the database. */
export async function openStores({
  settings,
  log,
  dataDir,
  lifecycle,
}: {
  settings: Settings;
  log: Log;
  dataDir: DataDir;
  lifecycle: Lifecycle;
}): Promise<Stores> {
  const room = await watchDiskSpace({ folder: settings.dataDir, log });
  lifecycle.add('disk space', () => room.stop());
  const database = room.database(await openMigrated(settings, dataDir.database, log));
  lifecycle.add('database', () => database.close());
  const library = new Library(database);
  const store = await openFiles(settings, dataDir, log);
  lifecycle.add('file store', () => store.close());
  const queue = settings.redisUrl
    ? await createBullQueue({ redisUrl: settings.redisUrl, database, log })
    : createDatabaseQueue({ database, log });
  lifecycle.add('queue', () => queue.close());
  return { database, library, files: room.files(store), room, queue };
}

async function openMigrated(settings: Settings, file: string, log: Log): Promise<Database> {
  let database: Database | undefined;
  try {
    database = await openDatabase({ url: settings.databaseUrl, file, log });
    await migrate(database, { file, log, migrations });
    return database;
  } catch (error) {
    await database?.close();
    throw saysDamaged(error) ? await damagedDatabase(file, error) : error;
  }
}
