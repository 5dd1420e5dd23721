import type { Migration } from '../migrate.ts';

/**
 * Files that what they belonged to has left, until the store has let go of them too; and upload
 * addresses that were used. Times are milliseconds since the epoch.
 */
export const uploads: Migration = {
  name: '017-uploads',
  async up({ sequelize, transaction }) {
    const run = (sql: string) => sequelize.query(sql, { transaction });
    await run('CREATE TABLE removed_files (key VARCHAR(401) PRIMARY KEY, due_at BIGINT NOT NULL)');
    await run('CREATE INDEX removed_files_due ON removed_files (due_at)');
    await run('CREATE TABLE used_uploads (id UUID PRIMARY KEY, expires_at BIGINT NOT NULL)');
  },
};
