export { ThreadImporter } from './thread-importer.ts';
export { exportRoutes } from './routes.ts';
