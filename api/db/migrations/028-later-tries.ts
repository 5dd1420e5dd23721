import type { Migration } from '../migrate.ts';

/** Failed sources that are tried once more are due without a stage. */
export const laterTries: Migration = {
  name: '028-later-tries',
  async up({ sequelize, transaction }) {
    await sequelize.query(
      'CREATE INDEX sources_later ON sources (due_at) WHERE stage IS NULL AND due_at IS NOT NULL',
      { transaction },
    );
  },
};
