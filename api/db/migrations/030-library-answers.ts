import type { Migration } from '../migrate.ts';

/** An answer may be of the library instead of a thread. */
export const libraryAnswers: Migration = {
  name: '030-library-answers',
  async up({ sequelize, transaction, dialect }) {
    const run = (sql: string) => sequelize.query(sql, { transaction });
    if (dialect === 'postgres') {
      await run('ALTER TABLE answers ALTER COLUMN thread_id DROP NOT NULL');
      return;
    }
    // Rebuilding the table would delete the keys that refer to its answers: the column is replaced.
    await run(
      'ALTER TABLE answers ADD COLUMN library_thread_id UUID REFERENCES threads (id) ON DELETE CASCADE',
    );
    await run('UPDATE answers SET library_thread_id = thread_id');
    await run('DROP INDEX answers_thread_id');
    await run('DROP INDEX answers_of_node');
    await run('DROP INDEX answers_being_written');
    await run('ALTER TABLE answers DROP COLUMN thread_id');
    await run('ALTER TABLE answers RENAME COLUMN library_thread_id TO thread_id');
    await run('CREATE INDEX answers_thread_id ON answers (thread_id)');
    await run('CREATE INDEX answers_of_node ON answers (thread_id, thread_node_id)');
    await run(
      "CREATE UNIQUE INDEX answers_being_written ON answers (thread_id, thread_node_id) WHERE state = 'generating' AND thread_node_id IS NOT NULL",
    );
  },
};
