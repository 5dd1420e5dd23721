export { Answers } from './answers.ts';
export { foldAnswer } from './fold-answer.ts';
export { askRoutes } from './routes.ts';
