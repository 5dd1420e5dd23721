export { useBlogAddress, useBlogThread } from './blog-address.ts';
export { BlogHost } from './lazy.tsx';
