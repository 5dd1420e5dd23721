import type { Post, PostCard } from '#core/contract/post.ts';
import { PostStatus } from '#core/contract/post.ts';
import { postPath } from './addresses.ts';
import type { PostRow } from './posts.model.ts';

export interface PresentPorts {
  publicUrl: string;
  coverUrl(key: string): string;
  /** of existing threads */
  threadUrls: ReadonlyMap<string, string>;
}

export function presentCard(
  row: PostRow,
  { publicUrl, coverUrl, threadUrls }: PresentPorts,
): PostCard {
  const sizes = row.cover?.sizes.map(({ width, key }) => ({ width, url: coverUrl(key) }));
  const widest = sizes?.at(-1);
  return {
    _id: row.id,
    post_id: row.id,
    user: row.ownerId,
    thread: row.threadId,
    thread_url: threadUrls.get(row.threadId ?? '') ?? null,
    blog_node_id: row.blogNodeId,
    slug: row.slug,
    url: `${publicUrl}${postPath(row.slug)}`,
    title: row.title,
    description: row.description,
    tags: row.tags,
    aiGeneratedTags: row.aiTags,
    sources: row.sources,
    postTemplate: row.postTemplate,
    postType: row.postType,
    status: row.status,
    published: row.status === PostStatus.published,
    indexable: row.indexable,
    cover:
      row.cover && sizes && widest
        ? {
            url: widest.url,
            file_key: row.cover.sizes.at(-1)?.key,
            width: row.cover.width,
            height: row.cover.height,
            sizes,
          }
        : null,
    scheduled_at: row.scheduledAt?.toISOString() ?? null,
    published_at: row.publishedAt?.toISOString() ?? null,
    updatedAt: row.updatedAt.toISOString(),
    createdAt: row.createdAt.toISOString(),
  };
}
export const presentPost = (row: PostRow, ports: PresentPorts): Post => ({
  ...presentCard(row, ports),
  metadata: row.metadata,
  content: { ...row.content },
});
