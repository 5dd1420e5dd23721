/**
 * Retries sources after a day if they failed for a reason that may be temporary, such as a host
 * that isn't found. A failed source with a due time will be retried.
 */
import { FaultCode, FAULTS, type Fault } from '#core/contract/faults.ts';
import type { SourcePatch, SourceRow } from '#pipeline/library/index.ts';
import type { RunnerPorts } from './runner-ports.ts';

const LATER_CODES = FaultCode.options.filter((code) => FAULTS[code].retry === 'later');
const LATER_MS = 24 * 3_600_000;
/** sources that one sweep restarts at most */
const SWEEP_LIMIT = 100;

/** Returns the patch for a failed source: when it will be retried, if at all. */
export function retryLaterPatch(row: SourceRow, fault: Fault): SourcePatch {
  const { isLastTry = false, waitingSince: _, ...facts } = row.facts;
  const isTried = FAULTS[fault.code].retry === 'later' && !isLastTry && row.pendingVersion === null;
  return { facts, ...(isTried && { dueAt: new Date(Date.now() + LATER_MS) }) };
}

/** Restarts failed sources whose retry is due by `now`. Returns how many. */
export async function restartDueRetries(
  { database, queue, ports: { library } }: Pick<RunnerPorts, 'database' | 'queue' | 'ports'>,
  now: Date,
): Promise<number> {
  const due = await library.versions.failedAndDue(now, LATER_CODES, SWEEP_LIMIT);
  for (const { id } of due)
    await database.write(async (transaction) => {
      const row = await library.find(id, transaction);
      if (!row || row.stage !== null || row.deletedAt || !row.dueAt || row.dueAt > now) return;
      await library.restart(row, transaction);
      await library.patch(id, { facts: { ...row.facts, isLastTry: true } }, transaction);
      const job = { sourceId: id, version: row.version, stage: 'fetch' } as const;
      await queue.enqueue([job], { transaction, rank: 'bulk' });
    });
  return due.length;
}
