export { Files } from './files.ts';
export { fileRoutes } from './routes.ts';
