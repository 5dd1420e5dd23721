export { BlogHost } from './lazy-blog-host.tsx';
export { useIdeasCommand } from './ideas-command.ts';
