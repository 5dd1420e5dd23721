import type { Migration } from '../migrate.ts';

/**
 * What a source keeps beside its text: the version being read, what tells two sources to be one,
 * and what its owner brought along.
 */
export const sourcesAtDepth: Migration = {
  name: '007-sources-at-depth',
  async up({ sequelize, transaction, dialect }) {
    // SQLite tells a time by its column's name for it.
    const time = dialect === 'sqlite' ? 'DATETIME' : 'TIMESTAMP WITH TIME ZONE';
    const columns = [
      'pending_version INTEGER',
      'pending_patch JSON',
      'ready_through INTEGER',
      `next_refresh_at ${time}`,
      'refresh_error JSON',
      'bytes_hash TEXT',
      'text_hash TEXT',
      'likeness TEXT',
      'similar_to UUID',
      'duplicate_of UUID',
      "kept JSON NOT NULL DEFAULT '{}'",
    ];
    for (const column of columns)
      await sequelize.query(`ALTER TABLE sources ADD COLUMN ${column}`, { transaction });
    await sequelize.query(
      'CREATE INDEX sources_refresh_due ON sources (next_refresh_at) WHERE next_refresh_at IS NOT NULL',
      { transaction },
    );
    await sequelize.query(
      'CREATE INDEX sources_by_bytes ON sources (owner_id, bytes_hash) WHERE bytes_hash IS NOT NULL',
      { transaction },
    );
    await sequelize.query(
      'CREATE INDEX sources_by_text ON sources (owner_id, text_hash) WHERE text_hash IS NOT NULL',
      { transaction },
    );
  },
};
