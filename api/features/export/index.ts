export { BringIn } from './bring-in.ts';
export { exportRoutes } from './routes.ts';
