export * from './contract.ts';
export { createDatabaseQueue } from './database/database-queue.ts';
export {
  createBoardQueues,
  createBullQueue,
  createBullTicker,
} from './bullmq/create-bull-queue.ts';
