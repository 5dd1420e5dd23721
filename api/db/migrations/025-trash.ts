import type { Migration } from '../migrate.ts';

/** Deleted sources stay restorable for a while; `trash` says which threads they were in. */
export const trash: Migration = {
  name: '025-trash',
  async up({ sequelize, transaction }) {
    const run = (sql: string) => sequelize.query(sql, { transaction });
    await run('ALTER TABLE sources ADD COLUMN trash JSON');
    await run('CREATE INDEX sources_in_trash ON sources (deleted_at) WHERE trash IS NOT NULL');
  },
};
