import type { Job } from '#pipeline/queue/index.ts';
import type { AssetsArtifact } from '#pipeline/stages/contract.ts';
import { isStageDue } from './stage-schedule.ts';
import type { RunnerPorts } from './runner-ports.ts';

/** Stores the saved assets, if any, and marks the stage as done, unless it is no longer due. */
export async function endAssets(
  { database, ports: { library } }: Pick<RunnerPorts, 'database' | 'ports'>,
  job: Job,
  saved?: AssetsArtifact,
): Promise<void> {
  await database.write(async (transaction) => {
    const row = await library.find(job.sourceId, transaction);
    if (!row || !isStageDue(row, job)) return;
    if (saved) await library.artifacts.save(row.id, row.version, 'assets', saved, transaction);
    const images = { ...row.facts.images, ...saved?.images };
    await library.patch(
      row.id,
      { assetsDueAt: null, ...(saved ? { facts: { ...row.facts, images } } : {}) },
      transaction,
    );
  });
}
