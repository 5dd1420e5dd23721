import type { PostCard } from '#core/contract/post.ts';

/** Where a post is read on this very host, so that its owner is known there. */
export const pagePath = ({ url }: Pick<PostCard, 'url'>): string => new URL(url).pathname;
