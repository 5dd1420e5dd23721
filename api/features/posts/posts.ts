import type { JSONContent } from '@tiptap/core';
import { Op, QueryTypes, type Transaction, type WhereOptions } from 'sequelize';
import { v7 as uuidv7 } from 'uuid';
import { UNNAMED } from '#core/contract/account.ts';
import { Fault } from '#core/contract/faults.ts';
import type { PostId, UserId } from '#core/contract/id.ts';
import { PostStatus, Theme, type NewPost } from '#core/contract/post.ts';
import { slugOf } from '#core/text/slug.ts';
import type { Database } from '#pipeline/library/index.ts';
import { changedFields, type PostChange } from './changed-fields.ts';
import { freeSlug } from './free-slug.ts';
import { definePosts, type StoredCover, type PostRow } from './posts.model.ts';

const DUE_AT_ONCE = 50;
export interface Author {
  id: string;
  name: string;
}
export type PostMark = Pick<PostRow, 'id' | 'threadId' | 'updatedAt' | 'status'>;

/** The tags under which readers find a post: those chosen and those suggested. */
export const tagSlugs = ({ tags, aiTags }: Pick<PostRow, 'tags' | 'aiTags'>): string[] =>
  [...new Set([...tags.map((it) => it.tag_name), ...aiTags].map((name) => slugOf(name)))].filter(
    Boolean,
  );

/** The posts of all people. A post that a person may not see is `absent`. */
export class Posts {
  readonly #database: Database;
  readonly #models;
  readonly #listeners = new Set<(id: PostId) => void>();
  constructor(database: Database) {
    this.#database = database;
    this.#models = definePosts(database.sequelize);
  }
  /** Calls the listener with each post that this process changed. */
  onChange(listener: (id: PostId) => void): void {
    this.#listeners.add(listener);
  }
  #changed(id: PostId): void {
    this.#database.afterCommit(() => {
      for (const listener of this.#listeners) listener(id);
    });
  }

  /** A block has one post: creating it again returns the existing one. */
  async create(
    ownerId: UserId,
    { thread, blog_node_id, title, description, sources, gist, aiGeneratedTags }: NewPost,
    content: JSONContent,
  ): Promise<PostRow> {
    return this.#database.write(async (transaction) => {
      const existing = await this.#models.posts.findOne({
        where: { threadId: thread, blogNodeId: blog_node_id },
        transaction,
      });
      if (existing) return existing.get({ plain: true });
      const now = new Date();
      const id = uuidv7() as PostId;
      const row = await this.#models.posts.create(
        {
          id,
          ownerId,
          threadId: thread,
          blogNodeId: blog_node_id,
          slug: await freeSlug(this.#models, id, title, transaction),
          title,
          description: description ?? '',
          tags: [],
          aiTags: aiGeneratedTags ?? [],
          sources,
          status: PostStatus.new,
          indexable: true,
          content,
          cover: null,
          metadata: {
            gist: gist ?? '',
            learning_level: 'Beginner',
            theme: Theme.parse({}),
            header: { title: '', description: '' },
          },
          scheduledAt: null,
          publishedAt: null,
          updatedAt: now,
          createdAt: now,
        },
        { transaction },
      );
      return row.get({ plain: true });
    });
  }

  /** Faults: `absent` unless the post is theirs. */
  async owned(ownerId: UserId, id: PostId, transaction?: Transaction): Promise<PostRow> {
    const row = await this.#models.posts.findOne({
      where: { id, ownerId },
      ...(transaction && { transaction }),
    });
    if (!row)
      throw new Fault('absent', { message: "Post not found, or you don't have access to it." });
    return row.get({ plain: true });
  }
  async list(
    ownerId: UserId,
    {
      status,
      cursor,
      limit,
    }: { status?: readonly number[] | undefined; cursor?: string | undefined; limit: number },
  ): Promise<{ rows: PostRow[]; next: string | null }> {
    const found = await this.#models.posts.findAll({
      where: {
        ownerId,
        ...(status === undefined
          ? { status: { [Op.ne]: PostStatus.deleted } }
          : { status: { [Op.in]: [...status] } }),
        ...(cursor ? { id: { [Op.lt]: cursor as PostId } } : {}),
      },
      order: [['id', 'DESC']],
      limit: limit + 1,
    });
    const rows = found.slice(0, limit).map((row) => row.get({ plain: true }));
    return { rows, next: found.length > limit ? (rows.at(-1)?.id ?? null) : null };
  }

  /**
   * Changes the given fields. The date of a post is its first publication; publishing clears a
   * schedule.
   */
  async change(
    ownerId: UserId,
    id: PostId,
    form: PostChange,
  ): Promise<{
    row: PostRow;
    /** The cover that was replaced. */
    dropped: StoredCover | null;
  }> {
    return this.#database.write(async (transaction) => {
      const was = await this.owned(ownerId, id, transaction);
      const fields = changedFields(was, form);
      const slug =
        fields.title === was.title
          ? was.slug
          : await freeSlug(this.#models, id, fields.title, transaction);
      const next = { ...fields, slug };
      await this.#models.posts.update(next, { where: { id }, transaction });
      // Only addresses that were public redirect.
      if (next.slug !== was.slug && was.publishedAt)
        await this.#models.slugs.upsert({ slug: was.slug, postId: id }, { transaction });
      await this.#keepTags(id, next, transaction);
      this.#changed(id);
      return {
        row: { ...was, ...next },
        dropped: was.cover && next.cover?.version !== was.cover.version ? was.cover : null,
      };
    });
  }
  async #keepTags(
    id: PostId,
    it: Pick<PostRow, 'tags' | 'aiTags' | 'status'>,
    transaction: Transaction,
  ): Promise<void> {
    await this.#models.tags.destroy({ where: { postId: id }, transaction });
    if (it.status === PostStatus.published)
      await this.#models.tags.bulkCreate(
        tagSlugs(it).map((tag) => ({ postId: id, tag })),
        { transaction },
      );
  }
  /** Publishes due drafts, each once, even if several processes call this. */
  async publishDue(now = new Date()): Promise<PostId[]> {
    const due = await this.#models.posts.findAll({
      where: {
        status: { [Op.lt]: PostStatus.published },
        scheduledAt: { [Op.lte]: now },
      } as WhereOptions<PostRow>,
      attributes: ['id', 'ownerId'],
      limit: DUE_AT_ONCE,
    });
    const published: PostId[] = [];
    for (const row of due) {
      const id = row.get('id') as PostId;
      const isOurs = await this.#database.write(async (transaction) => {
        const [count] = await this.#models.posts.update(
          { scheduledAt: null },
          {
            where: {
              id,
              status: { [Op.lt]: PostStatus.published },
              scheduledAt: { [Op.lte]: now },
            },
            transaction,
          },
        );
        if (count === 1)
          await this.change(row.get('ownerId') as UserId, id, { status: PostStatus.published });
        return count === 1;
      });
      if (isOurs) published.push(id);
    }
    return published;
  }

  /**
   * Finds a post by its address, without checking access; `movedTo` is set for a former address.
   */
  async bySlug(slug: string): Promise<{ row: PostRow; movedTo?: string } | undefined> {
    const row = (await this.#models.posts.findOne({ where: { slug } }))?.get({ plain: true });
    if (row) return { row };
    const former = await this.#models.slugs.findByPk(slug);
    const moved =
      former &&
      (await this.#models.posts.findByPk(former.get('postId') as PostId))?.get({ plain: true });
    return moved ? { row: moved, movedTo: moved.slug } : undefined;
  }
  /** Returns what decides whether a rendered page of this address is still valid. */
  async renderState(
    slug: string,
  ): Promise<Pick<PostRow, 'id' | 'ownerId' | 'status' | 'updatedAt'> | undefined> {
    return (
      await this.#models.posts.findOne({
        where: { slug },
        attributes: ['id', 'ownerId', 'status', 'updatedAt'],
      })
    )?.get({ plain: true });
  }
  /** Published posts, newest first. */
  async published({
    tag,
    ownerId,
    indexable,
    limit,
    before,
  }: {
    tag?: string;
    ownerId?: UserId;
    indexable?: true;
    limit: number;
    before?: Date | undefined;
  }): Promise<PostRow[]> {
    const tagged =
      tag === undefined
        ? undefined
        : (await this.#models.tags.findAll({ where: { tag }, attributes: ['postId'] })).map(
            (row) => row.get('postId') as PostId,
          );
    const where = {
      status: PostStatus.published,
      ...(tagged ? { id: tagged } : {}),
      ...(ownerId ? { ownerId } : {}),
      ...(indexable ? { indexable } : {}),
      ...(before ? { publishedAt: { [Op.lt]: before } } : {}),
    } as WhereOptions<PostRow>;
    return (
      await this.#models.posts.findAll({
        where,
        order: [
          ['publishedAt', 'DESC'],
          ['id', 'DESC'],
        ],
        limit,
      })
    ).map((row) => row.get({ plain: true }));
  }
  /** Returns the tag of a previous, or differently spelled, address. */
  async currentTag(given: string): Promise<string> {
    const tag = slugOf(given);
    return ((await this.#models.tagSlugs.findByPk(tag))?.get('tag') as string | undefined) ?? tag;
  }
  /** Addresses of published posts that search engines may list. */
  async indexableSlugs(limit: number): Promise<Pick<PostRow, 'slug' | 'updatedAt'>[]> {
    return (
      await this.#models.posts.findAll({
        where: { status: PostStatus.published, indexable: true },
        attributes: ['slug', 'updatedAt'],
        order: [['publishedAt', 'DESC']],
        limit,
      })
    ).map((row) => row.get({ plain: true }));
  }

  /** Returns the public names of authors. */
  async authors(ids: readonly UserId[]): Promise<Map<UserId, Author>> {
    if (ids.length === 0) return new Map();
    const rows = await this.#database.sequelize.query<Author & { id: UserId }>(
      'SELECT id, name FROM users WHERE id IN (:ids)',
      { replacements: { ids: [...new Set(ids)] }, type: QueryTypes.SELECT },
    );
    return new Map(
      rows.map(({ id, name }) => [id, { id, name: name === UNNAMED ? 'The author' : name }]),
    );
  }

  /** Returns a person's posts with the time of their last change, without deleted ones. */
  async marksOf(ownerId: UserId): Promise<PostMark[]> {
    return (
      await this.#models.posts.findAll({
        where: { ownerId, status: { [Op.ne]: PostStatus.deleted } },
        attributes: ['id', 'threadId', 'updatedAt', 'status'],
      })
    ).map((row) => row.get({ plain: true }));
  }
  async some(ids: readonly PostId[]): Promise<PostRow[]> {
    return (await this.#models.posts.findAll({ where: { id: [...ids] } })).map((row) =>
      row.get({ plain: true }),
    );
  }
}
