import type { Migration } from '../migrate.ts';

/**
 * One row a job of the database queue. Times are milliseconds since the epoch; `id` is
 * `source:stage:version`.
 */
export const jobs: Migration = {
  name: '002-jobs',
  async up({ sequelize, transaction }) {
    const run = (sql: string) => sequelize.query(sql, { transaction });
    await run(`CREATE TABLE jobs (
      id VARCHAR(100) PRIMARY KEY,
      source_id VARCHAR(40) NOT NULL,
      stage VARCHAR(20) NOT NULL,
      version INTEGER NOT NULL,
      state VARCHAR(10) NOT NULL,
      due_at BIGINT NOT NULL,
      attempts INTEGER NOT NULL DEFAULT 0,
      crashes INTEGER NOT NULL DEFAULT 0,
      claim_token VARCHAR(40),
      lease_until BIGINT,
      pid INTEGER,
      host VARCHAR(255),
      enqueued_at BIGINT NOT NULL
    )`);
    await run('CREATE INDEX jobs_due ON jobs (state, due_at, id)');
    await run('CREATE INDEX jobs_source ON jobs (source_id)');
  },
};
