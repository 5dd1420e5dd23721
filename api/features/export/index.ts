export { BringIn } from './bring-in.ts';
export { isThreadExport, readThreadExport } from './read-export.ts';
export { exportRoutes } from './routes.ts';
