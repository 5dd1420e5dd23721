import { randomBytes } from 'node:crypto';
import { Op, type Transaction } from 'sequelize';
import type { PostId } from '#core/contract/id.ts';
import { slugOf } from '#core/text/slug.ts';
import type { definePosts } from './posts.model.ts';

/** First path segments below `/p/` with another meaning. */
const RESERVED = new Set(['tag', 'by', 'assets']);

/**
 * Makes a slug of a title that no other post has or had. A post may get back a slug that it had
 * before.
 */
export async function freeSlug(
  { posts, slugs }: ReturnType<typeof definePosts>,
  id: PostId,
  title: string,
  transaction: Transaction,
): Promise<string> {
  const words = slugOf(title) || 'post';
  for (
    let slug = RESERVED.has(words) ? `${words}-post` : words;
    ;
    slug = `${words}-${randomBytes(3).toString('hex')}`
  ) {
    const post = await posts.findOne({
      where: { slug, id: { [Op.ne]: id } },
      attributes: ['id'],
      transaction,
    });
    const former = await slugs.findByPk(slug, { transaction });
    if (post || (former && former.get('postId') !== id)) continue;
    if (former) await former.destroy({ transaction });
    return slug;
  }
}
