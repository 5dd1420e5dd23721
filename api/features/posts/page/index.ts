export { atomFeed, robots, sitemap } from './feed.ts';
export { fontPath } from './fonts.ts';
export { SCRIPT_PATH, scriptBytes } from './page.ts';
export { notFoundPage, listPage, postPage, readingStyle } from './post-page.ts';
