import type { Transaction } from 'sequelize';
import type { Fault } from '#core/contract/faults.ts';
import type { SourceRow } from '#pipeline/library/index.ts';
import type { Job } from '#pipeline/queue/index.ts';
import { isStageDue } from './stage-schedule.ts';
import { endAssets } from './end-assets.ts';
import type { RunnerPorts } from './runner-ports.ts';

/**
 * Marks a source as failed, unless the stage is no longer due. One whose assets failed stays ready.
 * `also` runs last in the same transaction, with the row as it was before. Removes from the index
 * what was searchable before the first version was complete: the first pages of a long file, or
 * passages without vectors.
 */
export async function failStage(
  { database, ports }: Pick<RunnerPorts, 'database' | 'ports'>,
  job: Job,
  fault: Fault,
  also: (row: SourceRow, transaction: Transaction) => Promise<void>,
): Promise<void> {
  if (job.stage === 'assets') return endAssets({ database, ports }, job);
  const wasSearchableEarly = await database.write(async (transaction) => {
    const row = await ports.library.find(job.sourceId, transaction);
    if (!row || !isStageDue(row, job)) return false;
    await ports.library.versions.fail(row, fault.code, fault.message, transaction);
    await also(row, transaction);
    return (
      row.pendingVersion === null &&
      (row.readyThrough !== null ||
        (row.refreshedAt === null && (job.stage === 'embed' || job.stage === 'index')))
    );
  });
  if (wasSearchableEarly) await ports.index.remove(job.sourceId);
}
