import { DataTypes, type Model, type Optional, type Sequelize } from 'sequelize';
import type { JSONContent } from '@tiptap/core';
import type { PostId, SourceId, ThreadId, UserId } from '#core/contract/id.ts';
import type { Post, Tag } from '#core/contract/post.ts';
import type { RenderedContent } from './page/rendered-content.ts';

/** A stored cover: the same image in several widths, each as a file. */
export interface StoredCover {
  /** identifies a cover of a post */
  version: string;
  width: number;
  height: number;
  sizes: { width: number; key: string }[];
}

export interface PostRow {
  id: PostId;
  ownerId: UserId;
  threadId: ThreadId | null;
  blogNodeId: string;
  slug: string;
  title: string;
  description: string;
  tags: Tag[];
  aiTags: string[];
  sources: SourceId[];
  postTemplate: number;
  postType: number;
  status: number;
  indexable: boolean;
  metadata: Post['metadata'];
  content: JSONContent;
  cover: StoredCover | null;
  scheduledAt: Date | null;
  publishedAt: Date | null;
  /** last change that readers can see */
  updatedAt: Date;
  createdAt: Date;
}

/** The rendered content of a post. */
export interface RenderedRow {
  postId: PostId;
  /** hash of the renderer's version and its input */
  version: string;
  rendered: RenderedContent;
  /** rendering failed, and the text is shown as paragraphs */
  isPlain: boolean;
  renderedAt: Date;
}

const date = (field: string) => ({ type: DataTypes.DATE, field });
const json = () => ({ type: DataTypes.JSON, allowNull: false });
const text = () => ({ type: DataTypes.TEXT, allowNull: false });

export const definePosts = (sequelize: Sequelize) => ({
  posts: sequelize.define<Model<PostRow, Optional<PostRow, 'postTemplate' | 'postType'>>>(
    'Post',
    {
      id: { type: DataTypes.UUID, primaryKey: true },
      ownerId: { type: DataTypes.UUID, field: 'owner_id' },
      threadId: { type: DataTypes.UUID, field: 'thread_id' },
      blogNodeId: { type: DataTypes.STRING(64), field: 'blog_node_id' },
      slug: DataTypes.STRING(120),
      title: text(),
      description: text(),
      tags: json(),
      aiTags: { ...json(), field: 'ai_tags' },
      sources: json(),
      postTemplate: { type: DataTypes.INTEGER, field: 'post_template', defaultValue: 1 },
      postType: { type: DataTypes.INTEGER, field: 'post_type', defaultValue: 1 },
      status: DataTypes.INTEGER,
      indexable: DataTypes.BOOLEAN,
      metadata: json(),
      content: json(),
      cover: DataTypes.JSON,
      scheduledAt: date('scheduled_at'),
      publishedAt: date('published_at'),
      updatedAt: date('updated_at'),
      createdAt: date('created_at'),
    },
    { tableName: 'posts', timestamps: false },
  ),
  slugs: sequelize.define<Model<{ slug: string; postId: PostId }>>(
    'PostSlug',
    {
      slug: { type: DataTypes.STRING(120), primaryKey: true },
      postId: { type: DataTypes.UUID, field: 'post_id' },
    },
    { tableName: 'post_slugs', timestamps: false },
  ),
  tags: sequelize.define<Model<{ postId: PostId; tag: string }>>(
    'PostTag',
    {
      postId: { type: DataTypes.UUID, primaryKey: true, field: 'post_id' },
      tag: { type: DataTypes.STRING(80), primaryKey: true },
    },
    { tableName: 'post_tags', timestamps: false },
  ),
  /** Previous addresses of tags. */
  tagSlugs: sequelize.define<Model<{ slug: string; tag: string }>>(
    'PostTagSlug',
    {
      slug: { type: DataTypes.STRING(80), primaryKey: true },
      tag: DataTypes.STRING(80),
    },
    { tableName: 'post_tag_slugs', timestamps: false },
  ),
});

export const defineRenderedPosts = (sequelize: Sequelize) =>
  sequelize.define<Model<RenderedRow>>(
    'PostPage',
    {
      postId: { type: DataTypes.UUID, primaryKey: true, field: 'post_id' },
      version: DataTypes.STRING(64),
      rendered: json(),
      isPlain: { type: DataTypes.BOOLEAN, field: 'is_plain' },
      renderedAt: date('rendered_at'),
    },
    { tableName: 'post_pages', timestamps: false },
  );
