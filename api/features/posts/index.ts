export { createPostsFeature } from './feature.ts';
export { Posts } from './posts.ts';
export type { PostRow } from './posts.model.ts';
export { postPath } from './addresses.ts';
export { publicSource } from './public-sources.ts';
export { locatorLink } from './page/source-links.ts';
export { pageParts } from './page-parts.ts';
