/** Conformance suite for queue engines. The test of each engine provides a fixture. */
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { v7 as uuidv7 } from 'uuid';
import { SourceId } from '#core/contract/id.ts';
import type { Database } from '../library/database.ts';
import {
  jobId,
  type Handler,
  type Job,
  type JobRun,
  type Outcome,
  type Queue,
  type QueueWorker,
} from './contract.ts';
import { eventually } from '../testing/eventually.ts';

export interface QueueFixture {
  database: Database;
  /** another queue on the same store, as another process would open it, with leases of `leaseMs` */
  open(): Promise<Queue>;
  leaseMs: number;
  /** a real process that claims jobs, reports each by a message and never finishes one */
  forkHoldingWorker(): ChildProcess;
  /** expires the lease of a running job */
  loseLease(id: string): Promise<void>;
  /** empties the store */
  clear(): Promise<void>;
}

const newJob = (of: Partial<Job> = {}): Job => ({
  sourceId: SourceId.parse(uuidv7()),
  stage: 'fetch',
  version: 1,
  ...of,
});
const patience = { interval: 20 };

/** A handler that returns what `decide` returns, and records all runs. */
function recorder(
  decide: (run: JobRun, nth: number) => Outcome | Promise<Outcome> = () => ({ kind: 'done' }),
) {
  const runs: JobRun[] = [];
  const handler: Handler = async (run) => {
    runs.push(run);
    return decide(run, runs.length);
  };
  return { runs, handler, ids: () => runs.map((run) => jobId(run.job)) };
}
/** A handler whose runs end when the test ends them. */
function held() {
  const ends: ((outcome: Outcome) => void)[] = [];
  const made = recorder(
    () =>
      new Promise<Outcome>((end) => {
        ends.push(end);
      }),
  );
  return { ...made, end: (nth: number, outcome: Outcome) => ends[nth]?.(outcome) };
}

/** Call it inside a `describe`. */
export function queueConformance(build: () => Promise<QueueFixture>): void {
  let house: QueueFixture;
  let queue: Queue;
  const opened: Queue[] = [];
  const workers: QueueWorker[] = [];
  const children: ChildProcess[] = [];
  const work = async (on: Queue, handler: Handler, concurrency = 1): Promise<QueueWorker> => {
    const worker = await on.work(handler, { concurrency });
    workers.push(worker);
    return worker;
  };
  const another = async (): Promise<Queue> => {
    const made = await house.open();
    opened.push(made);
    return made;
  };
  const empty = () =>
    expect
      .poll(() => queue.counts(), patience)
      .toEqual({ waiting: 0, delayed: 0, running: 0, background: 0 });

  beforeAll(async () => {
    house = await build();
  });
  beforeEach(async () => {
    await house.clear();
    queue = await another();
  });
  afterEach(async () => {
    for (const child of children.splice(0)) child.kill('SIGKILL');
    await Promise.all(workers.splice(0).map((worker) => worker.stop(0)));
    await Promise.all(opened.splice(0).map((it) => it.close()));
  });

  it('runs each enqueued job once, with its ids', async () => {
    const job = newJob({ stage: 'extract', version: 3 });
    const { runs, handler } = recorder();
    await work(queue, handler);
    await queue.enqueue([job]);
    await expect.poll(() => runs.length, patience).toBe(1);
    expect(runs[0]).toMatchObject({ job, attempt: 0, crashes: 0 });
    await empty();
    expect(runs.length).toBe(1);
  });

  it('adds nothing if the job is already waiting or running', async () => {
    const job = newJob();
    await queue.enqueue([job, job]);
    await queue.enqueue([job]);
    expect(await queue.counts()).toEqual({ waiting: 1, delayed: 0, running: 0, background: 0 });
    const { runs, handler, end } = held();
    await work(queue, handler);
    await expect.poll(() => runs.length, patience).toBe(1);
    await queue.enqueue([job]);
    expect(await queue.counts()).toEqual({ waiting: 0, delayed: 0, running: 1, background: 0 });
    end(0, { kind: 'done' });
    await empty();
    expect(runs.length).toBe(1);
  });

  it.each(['done', 'failed'] as const)(
    'removes a job that is %s, so that it can be added again',
    async (kind) => {
      const job = newJob();
      const { runs, handler } = recorder(() => ({ kind }));
      await work(queue, handler);
      for (const times of [1, 2]) {
        await queue.enqueue([job]);
        await expect.poll(() => runs.length, patience).toBe(times);
        await empty();
      }
      expect(runs.map((run) => run.attempt)).toEqual([0, 0]);
    },
  );

  it('runs each of many jobs once, with two concurrent workers', async () => {
    const jobs = Array.from({ length: 120 }, () => newJob());
    let [now, most] = [0, 0];
    const { handler, ids } = recorder(async () => {
      now += 1;
      most = Math.max(most, now);
      await new Promise((done) => {
        setImmediate(done);
      });
      now -= 1;
      return { kind: 'done' };
    });
    await work(queue, handler, 4);
    await work(await another(), handler, 4);
    await queue.enqueue(jobs);
    await empty();
    expect(ids().sort()).toEqual(jobs.map(jobId).sort());
    expect(most).toBeGreaterThan(1);
    expect(most).toBeLessThanOrEqual(8);
  });

  it('runs a retried job again later, and counts the attempt', async () => {
    const at: number[] = [];
    const { runs, handler } = recorder((_, nth) => {
      at.push(Date.now());
      return nth < 3 ? { kind: 'retry', delayMs: 200 } : { kind: 'done' };
    });
    await work(queue, handler);
    await queue.enqueue([newJob()]);
    await expect.poll(() => runs.length, patience).toBe(3);
    await empty();
    expect(runs.map(({ attempt, crashes }) => ({ attempt, crashes }))).toEqual(
      [0, 1, 2].map((attempt) => ({ attempt, crashes: 0 })),
    );
    expect((at[1] ?? 0) - (at[0] ?? 0)).toBeGreaterThanOrEqual(195);
  });

  it('runs a waiting job again without counting an attempt', async () => {
    const { runs, handler } = recorder((_, nth) =>
      nth < 3 ? { kind: 'wait', delayMs: 100.7 } : { kind: 'done' },
    );
    await work(queue, handler);
    await queue.enqueue([newJob()]);
    await expect.poll(() => runs.length, patience).toBe(3);
    expect(runs.map((run) => run.attempt)).toEqual([0, 0, 0]);
    await empty();
  });

  it('holds a delayed job back until it is due', async () => {
    const { runs, handler } = recorder();
    await work(queue, handler);
    const since = Date.now();
    await queue.enqueue([newJob()], { delayMs: 300 });
    expect(await queue.counts()).toEqual({ waiting: 0, delayed: 1, running: 0, background: 0 });
    await expect.poll(() => runs.length, patience).toBe(1);
    expect(Date.now() - since).toBeGreaterThanOrEqual(295);
  });

  it('takes background work when no bulk work is due', async () => {
    const { runs, ids, handler, end } = held();
    const [first, bulk, late, background] = [newJob(), newJob(), newJob(), newJob()];
    await queue.enqueue([first], { rank: 'bulk' });
    await work(queue, handler);
    await expect.poll(() => runs.length, patience).toBe(1);
    await queue.enqueue([background], { rank: 'background' });
    await queue.enqueue([bulk], { rank: 'bulk' });
    await queue.enqueue([late], { rank: 'bulk' });
    expect(await queue.counts()).toMatchObject({ waiting: 2, background: 1 });
    for (const nth of [0, 1, 2, 3]) {
      await expect.poll(() => runs.length, patience).toBe(nth + 1);
      end(nth, { kind: 'done' });
    }
    expect(ids()).toEqual([first, bulk, late, background].map(jobId));
    expect(runs.map(({ rank }) => rank)).toEqual(['bulk', 'bulk', 'bulk', 'background']);
    await empty();
  });

  it('runs normal jobs at once while bulk work takes all of its slots', async () => {
    const { runs, ids, handler, end } = held();
    const bulk = [newJob(), newJob(), newJob()];
    await queue.enqueue(bulk, { rank: 'bulk' });
    workers.push(await queue.work(handler, { concurrency: 1, bulkConcurrency: 2 }));
    await expect.poll(() => runs.length, patience).toBe(2);
    const [normal, other] = [newJob(), newJob()];
    await queue.enqueue([normal]);
    await expect.poll(() => runs.length, patience).toBe(3);
    expect(ids().at(2)).toBe(jobId(normal));
    // Normal jobs don't use the slots of bulk work either.
    await queue.enqueue([other]);
    end(0, { kind: 'done' });
    await expect.poll(() => runs.length, patience).toBe(4);
    expect(bulk.map(jobId)).toContain(ids().at(3));
    end(2, { kind: 'done' });
    await expect.poll(() => runs.length, patience).toBe(5);
    expect(ids().at(4)).toBe(jobId(other));
    for (const nth of [1, 3, 4]) end(nth, { kind: 'done' });
    await empty();
  });

  it('keeps one job per id, whatever its rank', async () => {
    const job = newJob();
    await queue.enqueue([job], { rank: 'bulk' });
    await queue.enqueue([job]);
    expect(await queue.counts()).toMatchObject({ waiting: 1, delayed: 0 });
  });

  it('runs a delayed job at once with hasten', async () => {
    const [job, fresh] = [newJob(), newJob()];
    const { ids, handler } = recorder();
    await queue.enqueue([job], { rank: 'bulk', delayMs: 3_600_000 });
    await work(queue, handler);
    await queue.enqueue([job, fresh], { rank: 'bulk', hasten: true });
    await expect.poll(() => ids().sort(), patience).toEqual([job, fresh].map(jobId).sort());
    await empty();
  });

  it('drops the waiting jobs of a cancelled source and aborts the running one', async () => {
    const running = newJob();
    const other = newJob();
    const { runs, handler, end } = held();
    await queue.enqueue([running]);
    await work(queue, handler);
    await expect.poll(() => runs.length, patience).toBe(1);
    await queue.enqueue([newJob({ sourceId: running.sourceId, stage: 'index' }), other]);
    await queue.enqueue([newJob({ sourceId: running.sourceId, stage: 'embed' })], {
      delayMs: 60_000,
    });
    await queue.cancel(running.sourceId);
    expect(runs[0]?.signal.aborted).toBe(true);
    end(0, { kind: 'retry', delayMs: 0 });
    await expect.poll(() => runs.length, patience).toBe(2);
    expect(runs[1]?.job).toEqual(other);
    end(1, { kind: 'done' });
    await empty();
    expect(runs.length).toBe(2);
  });

  it('adds no job if the transaction rolls back, and all jobs if it commits', async () => {
    const { runs, handler } = recorder();
    await work(queue, handler);
    await expect(
      house.database.write(async (transaction) => {
        await queue.enqueue([newJob()], { transaction });
        throw new Error('rolled back');
      }),
    ).rejects.toThrow('rolled back');
    const kept = newJob();
    await house.database.write(async (transaction) => {
      await queue.enqueue([kept], { transaction });
      expect(runs.length).toBe(0);
    });
    await expect.poll(() => runs.length, patience).toBe(1);
    await empty();
    expect(runs.map((run) => run.job)).toEqual([kept]);
  });

  it('runs a job elsewhere when its process is killed, counting a crash and no attempt', async () => {
    const job = newJob();
    const { runs, handler } = recorder((_, nth) =>
      nth === 1 ? { kind: 'retry', delayMs: 0 } : { kind: 'done' },
    );
    await queue.enqueue([job]);
    const first = await work(queue, handler);
    await expect.poll(() => runs.length, patience).toBeGreaterThanOrEqual(1);
    await empty();
    await first.stop();
    runs.length = 0;

    for (const crashes of [1, 2]) {
      if (crashes === 1) await queue.enqueue([job]);
      const child = house.forkHoldingWorker();
      children.push(child);
      const [message] = await once(child, 'message');
      expect(message).toMatchObject({ job, attempt: 0, crashes: crashes - 1 });
      child.kill('SIGKILL');
      await once(child, 'exit');
    }
    const survivor = recorder();
    await work(await another(), survivor.handler);
    await expect.poll(() => survivor.runs.length, patience).toBe(1);
    expect(survivor.runs[0]).toMatchObject({ job, attempt: 0, crashes: 2 });
    await empty();
  });

  it('ignores the result of a worker that lost its lease', async () => {
    const job = newJob();
    const [late, heir] = [held(), held()];
    await queue.enqueue([job]);
    await work(queue, late.handler);
    await expect.poll(() => late.runs.length, patience).toBe(1);
    await house.loseLease(jobId(job));
    await work(await another(), heir.handler);
    await expect.poll(() => heir.runs.length, patience).toBe(1);
    expect(heir.runs[0]).toMatchObject({ job, attempt: 0, crashes: 1 });
    await expect.poll(() => late.runs[0]?.signal.aborted, patience).toBe(true);
    late.end(0, { kind: 'retry', delayMs: 0 });
    const next = newJob();
    await queue.enqueue([next]);
    // The late result arrived, and was refused.
    await expect.poll(() => late.runs.length, patience).toBe(2);
    expect(late.runs[1]?.job).toEqual(next);
    expect(await queue.counts()).toEqual({ waiting: 0, delayed: 0, running: 2, background: 0 });
    // Its retry was not counted either. `late` has no free slot, so `heir` gets it.
    heir.end(0, { kind: 'wait', delayMs: 50 });
    await expect.poll(() => heir.runs.length, patience).toBe(2);
    expect(heir.runs[1]).toMatchObject({ job, attempt: 0, crashes: 1 });
    heir.end(1, { kind: 'done' });
    late.end(1, { kind: 'done' });
    await empty();
  });

  it('keeps a long job while its worker lives', async () => {
    const { runs, handler, end } = held();
    await queue.enqueue([newJob()]);
    await work(queue, handler);
    await work(await another(), handler);
    await expect.poll(() => runs.length, patience).toBe(1);
    const since = Date.now();
    await eventually(
      () => expect(Date.now() - since).toBeGreaterThan(house.leaseMs * 2.5),
      patience,
    );
    expect(runs.length).toBe(1);
    expect(runs[0]?.signal.aborted).toBe(false);
    end(0, { kind: 'done' });
    await empty();
  });

  it('finishes running jobs when it stops, and claims no more', async () => {
    const { runs, handler, end } = held();
    await queue.enqueue([newJob(), newJob()]);
    const worker = await work(queue, handler);
    await expect.poll(() => runs.length, patience).toBe(1);
    const stopped = worker.stop();
    end(0, { kind: 'done' });
    await stopped;
    expect(runs.length).toBe(1);
    expect(await queue.counts()).toEqual({ waiting: 1, delayed: 0, running: 0, background: 0 });
  });

  it("returns jobs that don't finish in time, without counting an attempt", async () => {
    const { runs, handler } = held();
    await queue.enqueue([newJob()]);
    const worker = await work(queue, handler);
    await expect.poll(() => runs.length, patience).toBe(1);
    await worker.stop(50);
    expect(runs[0]?.signal.aborted).toBe(true);
    expect(await queue.counts()).toEqual({ waiting: 1, delayed: 0, running: 0, background: 0 });
    const next = recorder();
    await work(await another(), next.handler);
    await expect.poll(() => next.runs.length, patience).toBe(1);
    expect(next.runs[0]).toMatchObject({ attempt: 0, crashes: 0 });
    await empty();
  });

  it('reports its address', async () => {
    expect(await queue.ping()).toMatch(/database|Redis \d/);
  });
}
