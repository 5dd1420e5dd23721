import type { Transaction } from 'sequelize';
import { toFault } from '#core/contract/faults.ts';
import type { SourceId, ThreadId } from '#core/contract/id.ts';
import {
  mergeKept,
  type ImportRow,
  type NewItem,
  type OpenItem,
  type PlannedSource,
  type Settlement,
  type SourceRow,
} from '#pipeline/library/index.ts';
import type { Job } from '#pipeline/queue/index.ts';
import { keepBookmark } from './keep-bookmark.ts';
import { describe, hostOf, type StagingPorts } from './stage.ts';

/** Collects what to do after the transaction besides writing its rows. */
export class Batch {
  readonly jobs: Job[] = [];
  readonly brought = new Map<SourceId, NewItem['brought']>();
  readonly held = new Map<ThreadId, SourceId[]>();
  recordOwnerMetadata({ threadId }: ImportRow, id: SourceId, kept: NewItem['brought']): void {
    this.brought.set(id, mergeKept(this.brought.get(id) ?? {}, kept));
    if (threadId) this.held.set(threadId, [...(this.held.get(threadId) ?? []), id]);
  }
}

/** Turns a waiting line into a source in progress, or settles it if that isn't possible. */
export async function beginItem(
  ports: StagingPorts,
  of: ImportRow,
  item: OpenItem,
  batch: Batch,
  transaction: Transaction,
): Promise<void> {
  const { library, work } = ports;
  const settle = (how: Settlement) => work.settle(item, how, transaction);
  const run = (sourceId: SourceId) => work.run(item, sourceId, transaction);
  const before =
    item.sourceId === undefined ? undefined : await library.find(item.sourceId, transaction);
  const existing = before?.deletedAt === null ? before : undefined;
  if (existing) batch.recordOwnerMetadata(of, existing.id, item.brought);
  const { plan } = item;
  const planned = plan ?? (await planAgain(ports, of, item, existing, batch, transaction));
  if (!planned) return;
  if (existing) {
    if (existing.errorCode !== null && existing.stage === null) {
      await library.restart(existing, transaction);
      batch.jobs.push({ sourceId: existing.id, version: existing.version, stage: 'fetch' });
    }
    return run(existing.id);
  }
  const { source, created } = await library.add({ ownerId: of.ownerId, ...planned }, transaction);
  batch.recordOwnerMetadata(of, source.id, item.brought);
  if (!created) {
    await settle({ state: 'duplicate', sourceId: source.id, twin: source.title });
    return;
  }
  batch.jobs.push({ sourceId: source.id, version: source.version, stage: 'fetch' });
  return run(source.id);
}

/** Plans a line that could not be planned before. It fails if that still isn't possible. */
async function planAgain(
  ports: StagingPorts,
  of: ImportRow,
  item: OpenItem,
  existing: SourceRow | undefined,
  batch: Batch,
  transaction: Transaction,
): Promise<PlannedSource | undefined> {
  const { work, plan: planSource } = ports;
  try {
    const plan = planSource(describe({ url: item.input, title: item.title }), new Map());
    await work.plan(item, plan, hostOf(plan), transaction);
    return plan;
  } catch (error) {
    const { code, message } = toFault(error);
    const kept =
      existing ?? (await keepBookmark(ports, of.ownerId, { ...item, code, message }, transaction));
    if (kept && !existing) batch.recordOwnerMetadata(of, kept.id, item.brought);
    await work.settle(
      item,
      { state: 'failed', code, message, ...(kept ? { sourceId: kept.id } : {}) },
      transaction,
    );
    return undefined;
  }
}
