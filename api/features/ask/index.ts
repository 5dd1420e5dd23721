export { Answers } from './answers.ts';
export { askRoutes } from './routes.ts';
