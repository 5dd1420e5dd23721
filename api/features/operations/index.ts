export { operationRoutes } from './routes.ts';
