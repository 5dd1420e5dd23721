/**
 * Moves the lines of imports from waiting to running, and settles those whose source has come to an
 * end. One in each worker process; what they decide is decided in the database, one transaction at
 * a time, so that any of them may die anywhere.
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
import { HostSlots } from './host-slots.ts';
import type { ListingOpener } from './listings.ts';
import type { StagingPorts } from './stage.ts';

/** another process' changes are seen within this; our own at once */
const POLL_MS = 1_000;
/** sources end in bursts: one look for all that ended meanwhile */
const GATHER_MS = 100;

export interface FeederPorts extends StagingPorts {
  queue: Queue;
  log: Log;
  listings: ListingOpener;
  /**
   * jobs that may wait for a hand: more are not handed out, so that what a person adds is never far
   * from its turn
   */
  backlog: number;
  /** sources of one host that are read at once; a host that is not paced has no such limit */
  perHost: number;
  isPaced(host: string): boolean;
}
export interface Feeder {
  /** Ends once what it does is done. */
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
    nextImport = next;
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
      for (const { of, item } of chosen) await beginItem(ports, of, item, batch, transaction);
      for (const [threadId, ids] of batch.held) await ports.hold(threadId, ids, transaction);
      await keepForOwner(database, batch.brought, transaction);
      await queue.enqueue(batch.jobs, { transaction, bulk: true });
      const touched = [...ended, ...chosen.map(({ item }) => item)].map(({ importId }) => importId);
      await work.finish(
        [...touched, ...open.flatMap(({ id, isOver }) => (isOver ? [id] : []))],
        transaction,
      );
    });
  }

  /** Looks first, without a lock: an idle worker must not take the database from the others. */
  async function look(): Promise<void> {
    const open = await work.open();
    if (open.length === 0) return;
    const running = await work.running();
    const most = ports.backlog - (await queue.counts()).waiting;
    const mayFeed = most > 0 && (await choose(open, running, 1)).length > 0;
    if (mayFeed || running.some(({ end }) => end) || open.some(({ isOver }) => isOver))
      await commit(open, most);
    await listings.look();
  }

  let stopped = false;
  let busy: Promise<void> | undefined;
  let again = false;
  let gathering: NodeJS.Timeout | undefined;
  const turn = (): void => {
    gathering = undefined;
    if (busy) {
      again = true;
      return;
    }
    busy = look()
      .catch((error: unknown) => {
        log.warn({ err: error }, 'imports could not be worked off; trying again');
      })
      .finally(() => {
        busy = undefined;
        if (again) wake();
        again = false;
      });
  };
  function wake(): void {
    if (!stopped) gathering ??= setTimeout(turn, GATHER_MS);
  }
  const poll = setInterval(wake, POLL_MS);
  const deaf = [library.onChange(wake), imports.onChange(wake)];
  wake();
  return {
    async stop() {
      stopped = true;
      for (const end of deaf) end();
      clearInterval(poll);
      clearTimeout(gathering);
      await busy;
      await listings.stop();
    },
  };
}

function settlementOf({ end }: RunningItem): Settlement {
  if (end?.kind === 'failed') return { state: 'failed', code: end.code, message: end.message };
  if (end?.kind === 'merged') return { state: 'duplicate', sourceId: end.into, twin: end.title };
  if (end?.kind === 'removed')
    return {
      state: 'skipped',
      code: 'removed',
      message: 'It was removed from the library before it was read.',
    };
  return { state: 'added' };
}
