import type { Migration } from '../migrate.ts';

/**
 * Vectors that were paid for, by model and SHA-256 of the text, and which sources have these texts;
 * what they cost a day; and by which model a source's passages in the index were embedded.
 * `embed_due_at` is until when another worker has it in hand, or when it is tried again.
 */
export const embeddings: Migration = {
  name: '013-embeddings',
  async up({ sequelize, transaction, dialect }) {
    const run = (sql: string) => sequelize.query(sql, { transaction });
    await run(`CREATE TABLE embeddings (
      model VARCHAR(200) NOT NULL, hash CHAR(64) NOT NULL, vector ${dialect === 'sqlite' ? 'BLOB' : 'BYTEA'} NOT NULL,
      PRIMARY KEY (model, hash)
    )`);
    await run(
      'CREATE TABLE embedding_uses (source_id UUID NOT NULL REFERENCES sources (id) ON DELETE CASCADE, hash CHAR(64) NOT NULL, PRIMARY KEY (source_id, hash))',
    );
    await run('CREATE INDEX embedding_uses_of_text ON embedding_uses (hash)');
    await run(
      'CREATE TABLE embedding_costs (day CHAR(10) NOT NULL, model VARCHAR(200) NOT NULL, texts BIGINT NOT NULL, tokens BIGINT NOT NULL, PRIMARY KEY (day, model))',
    );
    await run('ALTER TABLE sources ADD COLUMN embedded_by VARCHAR(200)');
    await run(
      `ALTER TABLE sources ADD COLUMN embed_due_at ${dialect === 'sqlite' ? 'DATETIME' : 'TIMESTAMP WITH TIME ZONE'}`,
    );
    await run(
      'CREATE INDEX sources_embedded ON sources (embedded_by, id) WHERE embedding_status = 1 AND deleted_at IS NULL',
    );
  },
};
