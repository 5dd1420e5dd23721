export { Answers } from './answers.ts';
export { BlogIdeas } from './blog-ideas.ts';
export { foldAnswer } from './fold-answer.ts';
export { askRoutes } from './routes.ts';
export { IdempotencyKeys as AskedOnce } from './idempotency.ts';
