export { BlogHost } from './lazy.tsx';
export { useIdeasCommand } from './ideas-command.ts';
