export { PostCards } from './card.ts';
export { Covers } from './covers.ts';
export { PostImages } from './images.ts';
export { postPages } from './pages.ts';
export { Posts } from './posts.ts';
export type { PostRow } from './posts.model.ts';
export { postPath } from './addresses.ts';
export { postRoutes } from './routes.ts';
