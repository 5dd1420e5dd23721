import type { Migration } from '../migrate.ts';

/** Since when the images and styles of a ready source are to be saved; null once they are. */
export const assets: Migration = {
  name: '027-assets',
  async up({ sequelize, transaction, dialect }) {
    const run = (sql: string) => sequelize.query(sql, { transaction });
    await run(
      `ALTER TABLE sources ADD COLUMN assets_due_at ${dialect === 'sqlite' ? 'DATETIME' : 'TIMESTAMP WITH TIME ZONE'}`,
    );
    await run(
      'CREATE INDEX sources_by_assets_due ON sources (assets_due_at) WHERE assets_due_at IS NOT NULL',
    );
  },
};
