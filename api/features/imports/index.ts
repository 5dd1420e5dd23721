export { importRoutes, type ImportRoutePorts } from './routes.ts';
