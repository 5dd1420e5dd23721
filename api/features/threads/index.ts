export { Threads, type ThreadName } from './threads.ts';
export type { ThreadRow } from './threads.model.ts';
export { threadRoutes } from './routes.ts';
