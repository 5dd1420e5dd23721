export * from './contract.ts';
export { createDatabaseQueue, type DatabaseQueueOptions } from './database/database-queue.ts';
export { createBullQueue, type BullQueueOptions } from './bullmq/bull-queue.ts';
