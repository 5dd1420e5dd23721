export { useBlogAddress, useBlogThread } from './blog-address.ts';
export { BlogHost } from './lazy.tsx';
export { useIdeasCommand } from './ideas-command.ts';
