import type { Migration } from '../migrate.ts';

/**
 * Versions of the notes. `state`: their content alone, deflated; `hash`: of what it says, so that
 * nothing is kept twice.
 */
export const history: Migration = {
  name: '018-history',
  async up({ sequelize, transaction, dialect }) {
    const run = (sql: string) => sequelize.query(sql, { transaction });
    const bytes = dialect === 'sqlite' ? 'BLOB' : 'BYTEA';
    const time = dialect === 'sqlite' ? 'DATETIME' : 'TIMESTAMP WITH TIME ZONE';
    await run(`CREATE TABLE note_versions (
      id UUID PRIMARY KEY, thread_id UUID NOT NULL REFERENCES threads (id) ON DELETE CASCADE,
      name VARCHAR(200), named_by UUID REFERENCES users (id) ON DELETE SET NULL, editors JSON NOT NULL,
      state ${bytes} NOT NULL, hash VARCHAR(64) NOT NULL, words INTEGER NOT NULL, blocks INTEGER NOT NULL, created_at ${time} NOT NULL
    )`);
    await run('CREATE INDEX note_versions_of_thread ON note_versions (thread_id, id)');
  },
};
