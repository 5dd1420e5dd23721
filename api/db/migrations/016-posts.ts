import type { Migration } from '../migrate.ts';

/**
 * Posts, the addresses that lead to them, and by which tags they are found. A post outlives its
 * thread.
 */
export const posts: Migration = {
  name: '016-posts',
  async up({ sequelize, transaction, dialect }) {
    const run = (sql: string) => sequelize.query(sql, { transaction });
    const time = dialect === 'sqlite' ? 'DATETIME' : 'TIMESTAMP WITH TIME ZONE';
    await run(`CREATE TABLE posts (
      id UUID PRIMARY KEY, owner_id UUID NOT NULL REFERENCES users (id) ON DELETE CASCADE,
      thread_id UUID REFERENCES threads (id) ON DELETE SET NULL, blog_node_id VARCHAR(64) NOT NULL,
      slug VARCHAR(120) NOT NULL UNIQUE, title TEXT NOT NULL, description TEXT NOT NULL,
      tags JSON NOT NULL, ai_tags JSON NOT NULL, sources JSON NOT NULL,
      post_template INTEGER NOT NULL DEFAULT 1, post_type INTEGER NOT NULL DEFAULT 1, status INTEGER NOT NULL DEFAULT 0, indexable BOOLEAN NOT NULL,
      metadata JSON NOT NULL, content JSON NOT NULL, cover JSON,
      scheduled_at ${time}, published_at ${time}, updated_at ${time} NOT NULL, created_at ${time} NOT NULL
    )`);
    await run('CREATE UNIQUE INDEX posts_of_block ON posts (thread_id, blog_node_id)');
    await run('CREATE INDEX posts_of_owner ON posts (owner_id, id)');
    await run('CREATE INDEX posts_published ON posts (published_at) WHERE status = 2');
    await run('CREATE INDEX posts_due ON posts (scheduled_at) WHERE scheduled_at IS NOT NULL');
    await run(
      'CREATE TABLE post_slugs (slug VARCHAR(120) PRIMARY KEY, post_id UUID NOT NULL REFERENCES posts (id) ON DELETE CASCADE)',
    );
    await run(
      'CREATE TABLE post_tags (post_id UUID NOT NULL REFERENCES posts (id) ON DELETE CASCADE, tag VARCHAR(80) NOT NULL, PRIMARY KEY (post_id, tag))',
    );
    await run('CREATE INDEX post_tags_tag ON post_tags (tag)');
  },
};
