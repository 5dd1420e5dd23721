/** Commits what a stage returned. */
import type { Transaction } from 'sequelize';
import type { Stage } from '#core/contract/source.ts';
import {
  keepForOwner,
  moveAddress,
  type SourcePatch,
  type SourceRow,
} from '#pipeline/library/index.ts';
import type { Job } from '#pipeline/queue/index.ts';
import { FetchArtifact, type EarlyEnd, type StageOutput } from '#pipeline/stages/contract.ts';
import { movedAddress } from '#pipeline/stages/moved-address.ts';
import { nextStage } from '#pipeline/stages/registry.ts';
import { assetsJob, isStageDue } from './stage-schedule.ts';
import type { RunnerPorts } from './runner-ports.ts';

type CommitPorts = Pick<RunnerPorts, 'database' | 'queue' | 'ports' | 'onMerged'>;

/**
 * Stores the artifact of a finished stage, its effect and the next stage in one transaction, or
 * nothing if the stage is no longer due. `output` is undefined when an earlier run has stored the
 * artifact already. Returns the row if the source continues from here.
 */
export async function commitStage(
  context: CommitPorts,
  job: Job,
  output: StageOutput | undefined,
): Promise<SourceRow | undefined> {
  const { sourceId, version, stage } = job;
  const { library } = context.ports;
  return context.database.write(async (transaction) => {
    const row = await library.find(sourceId, transaction);
    if (!row || !isStageDue(row, job)) return undefined;
    if (output?.later) return applyPatch(context, row, output.patch ?? {}, stage, transaction);
    const end = typeof output?.ends === 'function' ? await output.ends(transaction) : output?.ends;
    if (end?.kind === 'duplicate') {
      await mergeDuplicate(context, row, end, transaction);
      return undefined;
    }
    if (output) {
      await output.also?.(transaction);
      await library.artifacts.save(sourceId, version, stage, output.artifact, transaction);
    }
    if (end?.kind === 'unchanged') {
      await library.versions.drop(row, transaction);
      await followMove(context, row, end.movedTo, transaction);
      return undefined;
    }
    if (end?.kind === 'held') {
      const held = await applyPatch(context, row, output?.patch ?? {}, null, transaction);
      await library.versions.hold(held, transaction);
      return undefined;
    }
    const next = output?.next ?? nextStage(stage, version);
    const patched = await applyPatch(context, row, output?.patch ?? {}, next, transaction);
    if (stage !== 'index') return patched;
    if (patched.pendingVersion !== null) {
      await library.versions.take(patched, transaction);
      const fetched = FetchArtifact.safeParse(
        await library.artifacts.find(sourceId, version, 'fetch'),
      ).data;
      await followMove(context, row, fetched?.movedTo, transaction);
    }
    const ready = await library.find(sourceId, transaction);
    if (ready?.assetsDueAt) await enqueueAssets(context, ready, transaction);
    return ready;
  });
}

/** `movedTo`: the new address of the source, if it has moved permanently. */
async function followMove(
  { ports: { library } }: CommitPorts,
  source: SourceRow,
  movedTo: string | undefined,
  transaction: Transaction,
): Promise<void> {
  const address = movedAddress(source, movedTo);
  if (address) await moveAddress(library, source.id, address, transaction);
}

/** Images of an import come after all of its texts; those of other sources soon. */
async function enqueueAssets(
  { queue, ports: { library } }: CommitPorts,
  source: SourceRow,
  transaction: Transaction,
): Promise<void> {
  const isImported = await library.pendingAssets.isImported(source.id, transaction);
  await queue.enqueue([assetsJob(source)], {
    transaction,
    rank: isImported ? 'background' : 'bulk',
  });
}

async function mergeDuplicate(
  { database, ports: { library }, onMerged }: CommitPorts,
  row: SourceRow,
  { of }: Extract<EarlyEnd, { kind: 'duplicate' }>,
  transaction: Transaction,
): Promise<void> {
  await library.mergeInto(row, of, transaction);
  await keepForOwner(database, new Map([[of, row.kept]]), transaction);
  await onMerged(row.id, of, transaction);
}

/**
 * Writes a stage's patch and the next stage to the row. The patch of a pending version is stored in
 * `pendingPatch` until that version is complete. Returns the row with both.
 */
async function applyPatch(
  { ports: { library } }: CommitPorts,
  row: SourceRow,
  stagePatch: SourcePatch,
  next: Stage | null,
  transaction: Transaction,
): Promise<SourceRow> {
  const schedule = { stage: next, dueAt: next ? new Date() : null };
  const progress = { progressDone: 0, progressTotal: 0 };
  const patch: SourcePatch =
    row.pendingVersion === null
      ? { ...progress, errorCode: null, errorMessage: null, ...stagePatch, ...schedule }
      : { ...progress, ...schedule, pendingPatch: { ...row.pendingPatch, ...stagePatch } };
  await library.patch(row.id, patch, transaction);
  return { ...row, ...patch };
}
