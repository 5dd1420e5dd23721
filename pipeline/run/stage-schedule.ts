/** When stages are due, and when a queue has forgotten one. The row of the source decides. */
import { versionBeingRead, type SourceRow } from '#pipeline/library/index.ts';
import type { Job } from '#pipeline/queue/index.ts';
import type { RunnerPorts } from './runner-ports.ts';

/** A stage that has been due for this long was forgotten by its queue. */
const FORGOTTEN_MS = 30_000;
/** sources that one sweep enqueues at most */
const SWEEP_LIMIT = 1000;
/** The same for assets, most of which only wait for their turn; enqueuing an existing job has no effect. */
const FORGOTTEN_ASSETS_MS = 60_000;
const ASSETS_SWEEP_LIMIT = 200;

/** Whether the job's stage and version are the ones that the source is waiting for. */
export const isStageDue = (row: SourceRow, { version, stage }: Job): boolean =>
  row.deletedAt === null &&
  (stage === 'assets'
    ? row.version === version && row.assetsDueAt !== null
    : versionBeingRead(row) === version && row.stage === stage);

/**
 * Postpones the due time of a stage again and again while it runs, so that the sweeper doesn't take
 * it for forgotten. Only stages that run under the job of an earlier stage need this: they have no
 * job of their own in the queue. Returns the function that stops it.
 */
export function keepStageDue(
  { database, log, ports: { library } }: Pick<RunnerPorts, 'database' | 'log' | 'ports'>,
  job: Job,
): () => void {
  const { sourceId } = job;
  const timer = setInterval(() => {
    database
      .write(async (transaction) => {
        const row = await library.find(sourceId, transaction);
        if (row && isStageDue(row, job))
          await library.patch(sourceId, { dueAt: new Date() }, transaction);
      })
      .catch((error: unknown) =>
        log.warn({ sourceId, err: error }, 'a long stage could not be held'),
      );
  }, FORGOTTEN_MS / 3);
  return () => clearInterval(timer);
}

export const assetsJob = ({ id: sourceId, version }: SourceRow): Job => ({
  sourceId,
  version,
  stage: 'assets',
});

/** Enqueues every stage that its queue has forgotten by `now`. Returns how many. */
export async function enqueueForgotten(
  { queue, ports: { library } }: Pick<RunnerPorts, 'queue' | 'ports'>,
  now: Date,
): Promise<number> {
  const due = await library.due(new Date(now.getTime() - FORGOTTEN_MS), SWEEP_LIMIT);
  const jobs = due.flatMap((source) =>
    source.stage
      ? [{ sourceId: source.id, version: versionBeingRead(source), stage: source.stage }]
      : [],
  );
  if (jobs.length > 0) await queue.enqueue(jobs);
  const pending = await library.pendingAssets.due(
    new Date(now.getTime() - FORGOTTEN_ASSETS_MS),
    ASSETS_SWEEP_LIMIT,
  );
  if (pending.length > 0) await queue.enqueue(pending.map(assetsJob), { rank: 'background' });
  return jobs.length;
}
