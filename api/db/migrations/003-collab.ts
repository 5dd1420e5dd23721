import type { Migration } from '../migrate.ts';

/**
 * The shared documents: every update in the order it was written, and snapshots that stand for
 * updates folded into them. `crc` is of the bytes. What cannot be read any more is moved to
 * `collab_quarantine` and kept.
 */
export const collab: Migration = {
  name: '003-collab',
  async up({ sequelize, transaction, dialect }) {
    const run = (sql: string) => sequelize.query(sql, { transaction });
    // AUTOINCREMENT: the number of a deleted row is never given again.
    const seq =
      dialect === 'sqlite' ? 'seq INTEGER PRIMARY KEY AUTOINCREMENT' : 'seq BIGSERIAL PRIMARY KEY';
    const bytes = dialect === 'sqlite' ? 'BLOB' : 'BYTEA';
    const time = dialect === 'sqlite' ? 'DATETIME' : 'TIMESTAMP WITH TIME ZONE';
    for (const [table, column] of [
      ['collab_updates', '"update"'],
      ['collab_snapshots', 'state'],
    ]) {
      await run(
        `CREATE TABLE ${table} (${seq}, doc VARCHAR(64) NOT NULL, ${column} ${bytes} NOT NULL, crc BIGINT NOT NULL, created_at ${time} NOT NULL)`,
      );
      await run(`CREATE INDEX ${table}_doc ON ${table} (doc, seq)`);
    }
    await run(`CREATE TABLE collab_quarantine (
      ${seq}, doc VARCHAR(64) NOT NULL, kind VARCHAR(16) NOT NULL, of_seq BIGINT NOT NULL, bytes ${bytes} NOT NULL, reason TEXT NOT NULL, created_at ${time} NOT NULL
    )`);
    await run('CREATE INDEX collab_quarantine_doc ON collab_quarantine (doc)');
  },
};
