export { importRoutes } from './routes.ts';
