import { QueryTypes } from 'sequelize';
import { slugOf } from '#core/text/slug.ts';
import type { Migration } from '../migrate.ts';

interface PostTags {
  id: string;
  /** JSON as SQLite returns it, or its value */
  tags: string | readonly { tag_name: string }[];
  ai_tags: string | readonly string[];
}
const BATCH = 500;

/**
 * Addresses of tags keep vowel signs and other marks since slugs do. Published posts are listed at
 * the addresses of today, and those of before redirect there.
 */
export const tagAddresses: Migration = {
  name: '029-tag-addresses',
  async up({ sequelize, transaction }) {
    const run = (sql: string, replacements: object = {}) =>
      sequelize.query(sql, { transaction, replacements: { ...replacements } });
    await run(
      'CREATE TABLE post_tag_slugs (slug VARCHAR(80) PRIMARY KEY, tag VARCHAR(80) NOT NULL)',
    );
    let after = '00000000-0000-0000-0000-000000000000';
    for (;;) {
      const posts = await sequelize.query<PostTags>(
        'SELECT id, tags, ai_tags FROM posts WHERE status = 2 AND id > :after ORDER BY id LIMIT :limit',
        { replacements: { after, limit: BATCH }, type: QueryTypes.SELECT, transaction },
      );
      for (const { id, former, tag } of posts.flatMap(movedTags)) {
        await run('DELETE FROM post_tags WHERE post_id = :id AND tag = :former', { id, former });
        if (tag === '') continue;
        await run('INSERT INTO post_tags VALUES (:id, :tag) ON CONFLICT DO NOTHING', { id, tag });
        if (former !== '')
          await run('INSERT INTO post_tag_slugs VALUES (:former, :tag) ON CONFLICT DO NOTHING', {
            former,
            tag,
          });
      }
      const last = posts.at(-1);
      if (!last || posts.length < BATCH) return;
      after = last.id;
    }
  },
};

function movedTags({ id, tags, ai_tags }: PostTags) {
  const chosen = valueOf(tags).map((it) => it.tag_name);
  return [...chosen, ...valueOf(ai_tags)]
    .map((name) => ({ id, former: formerSlug(name), tag: slugOf(name) }))
    .filter(({ former, tag }) => former !== tag);
}
const valueOf = <T>(json: string | readonly T[]): readonly T[] =>
  typeof json === 'string' ? (JSON.parse(json) as readonly T[]) : json;

/** A slug as it was before it kept marks. */
const formerSlug = (name: string): string =>
  name
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[\u0300-\u036f]/g, '')
    .normalize('NFC')
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-|-$/g, '')
    .slice(0, 60)
    .replace(/[\uD800-\uDBFF]$|-$/, '')
    .replace(/-$/, '');
