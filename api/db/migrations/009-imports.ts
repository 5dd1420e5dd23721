import type { Migration } from '../migrate.ts';

/**
 * What was brought in at once, a row a line; and jobs that stand back behind what a person waits
 * for. Times are milliseconds since the epoch. `entry` 0 is the line itself, the entries of a
 * listing count on from 1.
 */
export const imports: Migration = {
  name: '009-imports',
  async up({ sequelize, transaction }) {
    const run = (sql: string) => sequelize.query(sql, { transaction });
    await run(`CREATE TABLE imports (
      id UUID PRIMARY KEY,
      owner_id UUID NOT NULL REFERENCES users (id) ON DELETE CASCADE,
      thread_id UUID REFERENCES threads (id) ON DELETE SET NULL,
      name TEXT NOT NULL,
      format TEXT,
      state VARCHAR(10) NOT NULL,
      key TEXT,
      limits TEXT NOT NULL,
      created_at BIGINT NOT NULL,
      finished_at BIGINT
    )`);
    await run(
      'CREATE UNIQUE INDEX imports_one_per_key ON imports (owner_id, key) WHERE key IS NOT NULL',
    );
    await run('CREATE INDEX imports_open ON imports (id) WHERE finished_at IS NULL');
    await run(`CREATE TABLE import_items (
      import_id UUID NOT NULL REFERENCES imports (id) ON DELETE CASCADE,
      line INTEGER NOT NULL,
      entry INTEGER NOT NULL,
      state VARCHAR(10) NOT NULL,
      listing INTEGER NOT NULL,
      input TEXT NOT NULL,
      title TEXT,
      host TEXT NOT NULL,
      canonical_url TEXT,
      plan TEXT,
      brought TEXT NOT NULL,
      source_id UUID,
      twin TEXT,
      code TEXT,
      message TEXT,
      due_at BIGINT NOT NULL DEFAULT 0,
      attempts INTEGER NOT NULL DEFAULT 0,
      settled_at BIGINT,
      PRIMARY KEY (import_id, line, entry)
    )`);
    await run('CREATE INDEX import_items_state ON import_items (import_id, state)');
    await run(
      "CREATE INDEX import_items_waiting ON import_items (import_id, listing, line, entry, host) WHERE state = 'waiting'",
    );
    await run(
      "CREATE INDEX import_items_running ON import_items (source_id) WHERE state = 'running'",
    );
    await run(
      'CREATE INDEX import_items_address ON import_items (import_id, canonical_url) WHERE canonical_url IS NOT NULL',
    );
    await run(
      'CREATE INDEX import_items_settled ON import_items (import_id, settled_at) WHERE settled_at IS NOT NULL',
    );
    await run('ALTER TABLE jobs ADD COLUMN bulk INTEGER NOT NULL DEFAULT 0');
    await run('CREATE INDEX jobs_by_turn ON jobs (state, bulk, due_at, id)');
  },
};
