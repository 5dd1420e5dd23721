import type { Migration } from '../migrate.ts';

/**
 * What is kept of each version of a source, and the changes of notes that wait for the server that
 * holds the shared documents.
 */
export const versions: Migration = {
  name: '011-versions',
  async up({ sequelize, transaction, dialect }) {
    const run = (sql: string) => sequelize.query(sql, { transaction });
    const time = dialect === 'sqlite' ? 'DATETIME' : 'TIMESTAMP WITH TIME ZONE';
    const seq =
      dialect === 'sqlite' ? 'seq INTEGER PRIMARY KEY AUTOINCREMENT' : 'seq BIGSERIAL PRIMARY KEY';
    await run(`CREATE TABLE source_versions (
      source_id UUID NOT NULL REFERENCES sources (id) ON DELETE CASCADE, version INTEGER NOT NULL,
      title TEXT NOT NULL, read_at ${time} NOT NULL, content_hash TEXT, document_key TEXT,
      length INTEGER, added INTEGER, removed INTEGER, changed INTEGER,
      PRIMARY KEY (source_id, version)
    )`);
    await run(
      `CREATE TABLE anchor_moves (${seq}, thread_id UUID NOT NULL REFERENCES threads (id) ON DELETE CASCADE, move JSON NOT NULL, created_at ${time} NOT NULL)`,
    );
    await run('CREATE INDEX anchor_moves_thread ON anchor_moves (thread_id, seq)');
  },
};
