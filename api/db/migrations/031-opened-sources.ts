import type { Migration } from '../migrate.ts';

/** When the owner of a thread last opened a source in it; null if never. */
export const openedSources: Migration = {
  name: '031-opened-sources',
  async up({ sequelize, transaction, dialect }) {
    const run = (sql: string) => sequelize.query(sql, { transaction });
    await run(
      `ALTER TABLE thread_sources ADD COLUMN opened_at ${dialect === 'sqlite' ? 'DATETIME' : 'TIMESTAMP WITH TIME ZONE'}`,
    );
    await run(
      'CREATE INDEX thread_sources_by_opened ON thread_sources (opened_at) WHERE opened_at IS NOT NULL',
    );
  },
};
