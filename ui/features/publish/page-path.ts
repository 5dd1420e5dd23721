import type { PostCard } from '#core/contract/post.ts';

/** The address of a post on this host, where its owner is signed in. */
export const pagePath = ({ url }: Pick<PostCard, 'url'>): string => new URL(url).pathname;
