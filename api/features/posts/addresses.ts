/** The addresses of published posts and their files. */
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
/** The address of the preview image changes with the post. */
export const cardPath = (slug: string, updatedAt: Date): string =>
  `${postPath(slug)}/card.png?v=${updatedAt.getTime().toString(36)}`;
