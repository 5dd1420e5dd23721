import type { Queue } from '../contract.ts';
import type { BullQueueOptions } from './bull-queue.ts';

/** Throws `unavailable` when Redis does not answer within 5 s. BullMQ and its client are loaded only where there is a Redis. */
export async function createBullQueue(options: BullQueueOptions): Promise<Queue> {
  const { openBullQueue } = await import('./bull-queue.ts');
  return openBullQueue(options);
}
