/** Where published posts and what belongs to them are found. */
import { slugOf } from '#core/text/slug.ts';
import type { StoredCover } from './posts.model.ts';

export const FEED_PATH = '/feed.xml';
export const SITEMAP_PATH = '/sitemap.xml';
export const ROBOTS_PATH = '/robots.txt';
export const postPath = (slug: string): string => `/p/${encodeURIComponent(slug)}`;
export const tagPath = (name: string): string => `/p/tag/${encodeURIComponent(slugOf(name))}`;
export const authorPath = (id: string): string => `/p/by/${id}`;
export const coverPath = (slug: string, { version }: StoredCover, width: number): string =>
  `${postPath(slug)}/cover-${width}.jpg?v=${version}`;
/** When a post changes, so does the address of what previews show. */
export const cardPath = (slug: string, updatedAt: Date): string =>
  `${postPath(slug)}/card.png?v=${updatedAt.getTime().toString(36)}`;
