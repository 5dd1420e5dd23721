/**
 * Turns waiting entries of imports into sources, and settles those whose source is done. Each worker
 * process runs one feeder. All decisions are made in database transactions, so that any process may
 * die at any point.
 */
import type { Transaction } from 'sequelize';
import type { Log } from '#config/log.ts';
import {
  keepForOwner,
  type ImportRow,
  type RunningItem,
  type Settlement,
} from '#pipeline/library/index.ts';
import type { Queue } from '#pipeline/queue/index.ts';
import { Batch, beginItem } from './begin-item.ts';
import { chooseItems, type ChosenItem } from './choose-items.ts';
import { createCoalescedLoop } from './coalesced-loop.ts';
import { HostSlots } from './host-slots.ts';
import { startTimeoutRetries, chooseTimeoutRetries, type BulkSlots } from './timeout-retries.ts';
import type { ListingOpener } from './listings.ts';
import type { StagingPorts } from './stage.ts';

/** Changes by other processes are noticed within this time; those of this process at once. */
const POLL_MS = 1_000;
/** Sources finish in bursts: those that finish within this time share one step. */
const GATHER_MS = 100;

export interface FeederPorts extends StagingPorts, BulkSlots {
  queue: Queue;
  log: Log;
  listings: ListingOpener;
  /**
   * The most jobs that may wait in the queue. No more are added, so that a source that a person adds
   * starts soon.
   */
  backlog: number;
  /** The most sources of one host that are processed at once; hosts that are not paced have no limit. */
  perHost: number;
  isPaced(host: string): boolean;
}
export interface Feeder {
  /** Resolves once the running step has ended. */
  stop(): Promise<void>;
}

export function startFeeder(ports: FeederPorts): Feeder {
  const { database, imports, library, work, queue, log, listings } = ports;
  let nextImport = 0;

  async function choose(
    open: readonly ImportRow[],
    running: readonly RunningItem[],
    most: number,
    transaction?: Transaction,
  ): Promise<ChosenItem[]> {
    const slots = new HostSlots(
      running.filter(({ end }) => !end),
      ports,
    );
    const { chosen, next } = await chooseItems(work, open, slots, most, nextImport, transaction);
    // Without a transaction nothing is taken, so the next import's turn doesn't advance.
    if (transaction) nextImport = next;
    return chosen;
  }

  async function commit(
    open: readonly (ImportRow & { isOver: boolean })[],
    most: number,
  ): Promise<void> {
    await database.write(async (transaction) => {
      await work.alone(transaction);
      const running = await work.running(transaction);
      const ended = running.filter(({ end }) => end);
      for (const item of ended) await work.settle(item, settlementOf(item), transaction);
      const batch = new Batch();
      const chosen = most > 0 ? await choose(open, running, most, transaction) : [];
      const again = most > 0 ? chooseTimeoutRetries(open, running, idsOf(chosen), ports) : [];
      for (const { of, item } of chosen) await beginItem(ports, of, item, batch, transaction);
      for (const [threadId, ids] of batch.held) await ports.hold(threadId, ids, transaction);
      await keepForOwner(database, batch.brought, transaction);
      await queue.enqueue(batch.jobs, { transaction, rank: 'bulk' });
      await startTimeoutRetries(ports, again, transaction);
      const touched = [...ended, ...chosen.map(({ item }) => item)].map(({ importId }) => importId);
      await work.finish(
        [...touched, ...open.flatMap(({ id, isOver }) => (isOver ? [id] : []))],
        transaction,
      );
    });
  }

  /** Reads without a lock first, so that an idle worker doesn't block others. */
  async function look(): Promise<void> {
    const open = await work.open();
    if (open.length === 0) return;
    const running = await work.running();
    // Sources added while offline would only wait for the network, too.
    const isOffline = running.some(({ waits }) => waits?.code === 'offline');
    const most = isOffline ? 0 : ports.backlog - (await queue.counts()).waiting;
    const chosen = most > 0 ? await choose(open, running, 1) : [];
    const mayFeed =
      most > 0 &&
      (chosen.length > 0 || chooseTimeoutRetries(open, running, idsOf(chosen), ports).length > 0);
    if (mayFeed || running.some(({ end }) => end) || open.some(({ isOver }) => isOver))
      await commit(open, most);
    await listings.look();
  }

  const loop = createCoalescedLoop(
    () =>
      look().catch((error: unknown) => {
        log.warn({ err: error }, 'imports could not be worked off; trying again');
      }),
    GATHER_MS,
  );
  const poll = setInterval(loop.wake, POLL_MS);
  const stopListening = [library.onChange(loop.wake), imports.onChange(loop.wake)];
  loop.wake();
  return {
    async stop() {
      for (const stop of stopListening) stop();
      clearInterval(poll);
      await loop.stop();
      await listings.stop();
    },
  };
}

const idsOf = (chosen: readonly ChosenItem[]): ReadonlySet<string> =>
  new Set(chosen.map(({ of }) => of.id));

function settlementOf({ end }: RunningItem): Settlement {
  if (end?.kind === 'failed') return { state: 'failed', code: end.code, message: end.message };
  if (end?.kind === 'merged') return { state: 'duplicate', sourceId: end.into, twin: end.title };
  if (end?.kind === 'removed')
    return {
      state: 'skipped',
      code: 'removed',
      message: 'It was removed from the library before it was processed.',
    };
  return { state: 'added' };
}
