import type { Transaction } from 'sequelize';
import { toFault } from '#core/contract/faults.ts';
import type { SourceId, ThreadId } from '#core/contract/id.ts';
import {
  mergeKept,
  type ImportRow,
  type NewItem,
  type OpenItem,
  type Settlement,
} from '#pipeline/library/index.ts';
import type { Job } from '#pipeline/queue/index.ts';
import { describe, hostOf, type StagingPorts } from './stage.ts';

/** What a transaction hands out besides the rows themselves. */
export class Batch {
  readonly jobs: Job[] = [];
  readonly brought = new Map<SourceId, NewItem['brought']>();
  readonly held = new Map<ThreadId, SourceId[]>();
  recordOwnerMetadata({ threadId }: ImportRow, id: SourceId, kept: NewItem['brought']): void {
    this.brought.set(id, mergeKept(this.brought.get(id) ?? {}, kept));
    if (threadId) this.held.set(threadId, [...(this.held.get(threadId) ?? []), id]);
  }
}

/** Turns a waiting line into a source that is read, or settles it where that is not possible. */
export async function beginItem(
  { library, work, plan: planSource }: StagingPorts,
  of: ImportRow,
  item: OpenItem,
  batch: Batch,
  transaction: Transaction,
): Promise<void> {
  const settle = (how: Settlement) => work.settle(item, how, transaction);
  const run = (sourceId: SourceId) => work.run(item, sourceId, transaction);
  const before =
    item.sourceId === undefined ? undefined : await library.find(item.sourceId, transaction);
  if (before && !before.deletedAt) {
    batch.recordOwnerMetadata(of, before.id, item.brought);
    if (before.errorCode !== null && before.stage === null) {
      await library.restart(before, transaction);
      batch.jobs.push({ sourceId: before.id, version: before.version, stage: 'fetch' });
    }
    return run(before.id);
  }
  let { plan } = item;
  if (!plan) {
    try {
      plan = planSource(describe({ url: item.input, title: item.title }), new Map());
    } catch (error) {
      const { code, message } = toFault(error);
      await settle({ state: 'failed', code, message });
      return;
    }
    await work.plan(item, plan, hostOf(plan), transaction);
  }
  const { source, created } = await library.add({ ownerId: of.ownerId, ...plan }, transaction);
  batch.recordOwnerMetadata(of, source.id, item.brought);
  if (!created) {
    await settle({ state: 'duplicate', sourceId: source.id, twin: source.title });
    return;
  }
  batch.jobs.push({ sourceId: source.id, version: source.version, stage: 'fetch' });
  return run(source.id);
}
