import type { Queue } from '../contract.ts';
import type { BoardQueues, BoardQueuesOptions } from './board-queues.ts';
import type { BullQueueOptions } from './bull-queue.ts';
import type { TickerOptions } from './bull-ticker.ts';

/**
 * Throws `unavailable` if Redis doesn't respond within 5 s. BullMQ and its client are loaded only
 * if Redis is configured.
 */
export async function createBullQueue(options: BullQueueOptions): Promise<Queue> {
  const { openBullQueue } = await import('./bull-queue.ts');
  return openBullQueue(options);
}

/** Ticks on Redis, each delivered to one process. */
export async function createBullTicker(options: TickerOptions): Promise<{ stop(): Promise<void> }> {
  const { openBullTicker } = await import('./bull-ticker.ts');
  return openBullTicker(options);
}

/** The queues for the dashboard of jobs. */
export async function createBoardQueues(options: BoardQueuesOptions): Promise<BoardQueues> {
  const { openBoardQueues } = await import('./board-queues.ts');
  return openBoardQueues(options);
}
