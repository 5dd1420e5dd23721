/**
 * Entries whose host didn't respond to the first attempt get a second one, when the rest of their
 * import is done.
 */
import type { Transaction } from 'sequelize';
import { versionBeingRead, type ImportRow, type RunningItem } from '#pipeline/library/index.ts';
import type { Job, Queue } from '#pipeline/queue/index.ts';
import type { StagingPorts } from './stage.ts';

export interface BulkSlots {
  /** Bulk jobs that this process runs at once. */
  slots: number;
  /** How many of these may wait for slow hosts. */
  slowSlots: number;
}

/**
 * Returns entries that may be retried now. Includes those of paused and cancelled imports, because
 * every entry that has begun is finished. `busy`: ids of imports with entries that have just begun.
 * Uses at most `slowSlots` while another import has other work, else `slots`.
 */
export function chooseTimeoutRetries(
  open: readonly ImportRow[],
  running: readonly RunningItem[],
  busy: ReadonlySet<string>,
  { slots, slowSlots }: BulkSlots,
): RunningItem[] {
  const going = running.filter(({ end }) => !end);
  const isBusy = ({ id }: ImportRow): boolean =>
    busy.has(id) || going.some((it) => it.importId === id && !it.waits && !it.isTriedAgain);
  const free = new Set(open.filter((it) => !isBusy(it)).map(({ id }) => id));
  const most = free.size === open.length ? slots : slowSlots;
  const left = most - going.filter(({ isTriedAgain }) => isTriedAgain).length;
  return going
    .filter(({ importId, waits }) => waits?.code === 'timed_out' && free.has(importId))
    .slice(0, Math.max(0, left));
}

/** Makes the entries' fetch jobs due now. Skips sources that were removed or have moved on. */
export async function startTimeoutRetries(
  { library, queue }: Pick<StagingPorts, 'library'> & { queue: Queue },
  items: readonly RunningItem[],
  transaction: Transaction,
): Promise<void> {
  const jobs: Job[] = [];
  for (const { sourceId } of items) {
    const source = await library.find(sourceId, transaction);
    if (source?.stage !== 'fetch' || source.deletedAt) continue;
    await library.patch(sourceId, { dueAt: new Date() }, transaction);
    jobs.push({ sourceId, version: versionBeingRead(source), stage: 'fetch' });
  }
  await queue.enqueue(jobs, { transaction, rank: 'bulk', hasten: true });
}
