import type { Migration } from '../migrate.ts';

/**
 * Answers of every feature of the assistant, where in the notes they were asked for, and whether
 * they were liked.
 */
export const features: Migration = {
  name: '012-features',
  async up({ sequelize, transaction }) {
    const run = (sql: string) => sequelize.query(sql, { transaction });
    await run("ALTER TABLE answers ADD COLUMN feature VARCHAR(64) NOT NULL DEFAULT 'chat-thread'");
    await run('ALTER TABLE answers ADD COLUMN thread_node_id VARCHAR(200)');
    await run('ALTER TABLE answers ADD COLUMN feedback VARCHAR(16)');
    await run('CREATE INDEX answers_of_node ON answers (thread_id, thread_node_id)');
  },
};
