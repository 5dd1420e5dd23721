export { History } from './history.ts';
export { historyRoutes } from './routes.ts';
