import type { Migration } from '../migrate.ts';

/**
 * Feeds and other listings that are checked again, and the items seen in them. Times are milliseconds
 * since the epoch. `key` is the SHA-256 of an item's guid or address, in hex.
 */
export const follows: Migration = {
  name: '032-follows',
  async up({ sequelize, transaction }) {
    const run = (sql: string) => sequelize.query(sql, { transaction });
    await run(`CREATE TABLE follows (
      id UUID PRIMARY KEY,
      owner_id UUID NOT NULL REFERENCES users (id) ON DELETE CASCADE,
      thread_id UUID REFERENCES threads (id) ON DELETE SET NULL,
      url TEXT NOT NULL,
      title TEXT NOT NULL,
      state VARCHAR(10) NOT NULL,
      every TEXT NOT NULL,
      since TEXT,
      max INTEGER,
      match_words TEXT,
      tags TEXT NOT NULL,
      etag TEXT,
      last_modified TEXT,
      items INTEGER NOT NULL DEFAULT 0,
      error_code TEXT,
      error_message TEXT,
      created_at BIGINT NOT NULL,
      checked_at BIGINT,
      next_at BIGINT NOT NULL
    )`);
    await run('CREATE UNIQUE INDEX follows_one_per_address ON follows (owner_id, url)');
    await run("CREATE INDEX follows_due ON follows (next_at) WHERE state = 'active'");
    await run('CREATE INDEX follows_of_thread ON follows (thread_id)');
    await run(`CREATE TABLE followed_items (
      follow_id UUID NOT NULL REFERENCES follows (id) ON DELETE CASCADE,
      key VARCHAR(64) NOT NULL,
      PRIMARY KEY (follow_id, key)
    )`);
    await run(
      'ALTER TABLE imports ADD COLUMN follow_id UUID REFERENCES follows (id) ON DELETE SET NULL',
    );
    await run('CREATE INDEX imports_of_follow ON imports (follow_id) WHERE follow_id IS NOT NULL');
  },
};
