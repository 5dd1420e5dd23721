/**
 * Moves the lines of imports from waiting to running, and settles those whose source has come to an
 * end. One in each worker process; what they decide is decided in the database, one transaction at
 * a time, so that any of them may die anywhere.
 */
import type { Transaction } from 'sequelize';
import { toFault } from '#core/contract/faults.ts';
import type { SourceId, ThreadId } from '#core/contract/id.ts';
import type { Log } from '#config/log.ts';
import {
  keepForOwner,
  mergeKept,
  type ImportRow,
  type NewItem,
  type OpenItem,
  type RunningItem,
  type Settlement,
} from '#pipeline/library/index.ts';
import type { Job, Queue } from '#pipeline/queue/index.ts';
import { HostSlots } from './host-slots.ts';
import type { ListingOpener } from './listings.ts';
import { describe, hostOf, type StagingPorts } from './stage.ts';

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

/** What a transaction hands out besides the rows themselves. */
class Batch {
  readonly jobs: Job[] = [];
  readonly brought = new Map<SourceId, NewItem['brought']>();
  readonly held = new Map<ThreadId, SourceId[]>();
  bring({ threadId }: ImportRow, id: SourceId, kept: NewItem['brought']): void {
    this.brought.set(id, mergeKept(this.brought.get(id) ?? {}, kept));
    if (threadId) this.held.set(threadId, [...(this.held.get(threadId) ?? []), id]);
  }
}

export function startFeeder(ports: FeederPorts): Feeder {
  const { database, library, imports, work, queue, log, listings } = ports;
  let nextImport = 0;

  /** Up to `most` lines of hosts that have room, one import after the other. */
  async function choose(
    open: readonly ImportRow[],
    lanes: HostSlots,
    most: number,
    transaction?: Transaction,
  ): Promise<{ of: ImportRow; item: OpenItem }[]> {
    const turns = open
      .filter(({ state }) => state === 'running')
      .map((of) => ({ of, buffer: [] as OpenItem[], after: { line: 0, entry: -1 }, more: true }));
    const chosen: { of: ImportRow; item: OpenItem }[] = [];
    const next = async (turn: (typeof turns)[number]): Promise<OpenItem | undefined> => {
      for (;;) {
        for (let item = turn.buffer.shift(); item; item = turn.buffer.shift()) {
          turn.after = item;
          if (lanes.enter(item.host)) return item;
        }
        if (!turn.more) return undefined;
        const limit = 2 * most;
        turn.buffer = await work.waiting(
          turn.of.id,
          { after: turn.after, full: lanes.full(), limit },
          transaction,
        );
        turn.more = turn.buffer.length === limit;
      }
    };
    for (let left = turns; left.length > 0 && chosen.length < most; ) {
      const going: typeof turns = [];
      for (let n = 0; n < left.length && chosen.length < most; n += 1) {
        const turn = left[(nextImport + n) % left.length];
        const item = turn && (await next(turn));
        if (!turn || !item) continue;
        chosen.push({ of: turn.of, item });
        going.push(turn);
      }
      if (transaction) nextImport += 1;
      left = left.filter((turn) => going.includes(turn));
    }
    return chosen;
  }

  async function begin(
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
      batch.bring(of, before.id, item.brought);
      if (before.errorCode !== null && before.stage === null) {
        await library.restart(before, transaction);
        batch.jobs.push({ sourceId: before.id, version: before.version, stage: 'fetch' });
      }
      return run(before.id);
    }
    let { plan } = item;
    if (!plan) {
      try {
        plan = ports.plan(describe({ url: item.input, title: item.title }), new Map());
      } catch (error) {
        const { code, message } = toFault(error);
        await settle({ state: 'failed', code, message });
        return;
      }
      await work.plan(item, plan, hostOf(plan), transaction);
    }
    const { source, created } = await library.add({ ownerId: of.ownerId, ...plan }, transaction);
    batch.bring(of, source.id, item.brought);
    if (!created) {
      await settle({ state: 'duplicate', sourceId: source.id, twin: source.title });
      return;
    }
    batch.jobs.push({ sourceId: source.id, version: source.version, stage: 'fetch' });
    return run(source.id);
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
      const chosen =
        most > 0
          ? await choose(
              open,
              new HostSlots(
                running.filter(({ end }) => !end),
                ports,
              ),
              most,
              transaction,
            )
          : [];
      for (const { of, item } of chosen) await begin(of, item, batch, transaction);
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
    const mayFeed =
      most > 0 &&
      (
        await choose(
          open,
          new HostSlots(
            running.filter(({ end }) => !end),
            ports,
          ),
          1,
        )
      ).length > 0;
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
