export { totalsOf } from './manifest.ts';
export { readPostgres } from './postgres-rows.ts';
export { openBackup } from './read-backup.ts';
export { restore } from './restore.ts';
export { isDatabaseCopy, restoreCopy } from './restore-copy.ts';
export { backupRoutes } from './routes.ts';
export { readSqlite } from './sqlite-rows.ts';
export { writeBackup, type RunningBackup } from './write-backup.ts';
