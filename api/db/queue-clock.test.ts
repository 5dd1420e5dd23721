import { afterEach, expect, it } from 'vitest';
import { v7 as uuidv7 } from 'uuid';
import { SourceId } from '#core/contract/id.ts';
import { createDatabaseQueue, type Job, type JobRun, type Queue } from '#pipeline/queue/index.ts';
import { describeOnDatabases } from './testing/test-database.ts';

const LEASE_MS = 2_000;
const DAY_MS = 86_400_000;
const SLOTS = { concurrency: 2 };
const newJob = (): Job => ({ sourceId: SourceId.parse(uuidv7()), stage: 'fetch', version: 1 });

describeOnDatabases('the database queue when the clock is set', (open) => {
  const queues: Queue[] = [];
  afterEach(async () => {
    for (const queue of queues.splice(0)) await queue.close();
  });
  async function opened(leaseMs = LEASE_MS) {
    const { database, log } = await open();
    const clock = { byMs: 0 };
    const queue = createDatabaseQueue({
      database,
      log,
      leaseMs,
      now: () => Date.now() + clock.byMs,
    });
    queues.push(queue);
    const write = (sql: string) =>
      database.write((transaction) => database.sequelize.query(sql, { transaction }));
    /** A worker of another machine takes all waiting jobs and stops responding. */
    const takeElsewhere = () =>
      write(
        `UPDATE jobs SET state = 'running', claim_token = '${uuidv7()}', pid = 1, host = 'elsewhere', lease_until = ${Date.now() + clock.byMs + LEASE_MS}`,
      );
    return { queue, clock, takeElsewhere };
  }

  it.each([
    ['ahead', DAY_MS],
    ['back', -DAY_MS],
  ])('lets jobs of this process continue when it moves a day %s', async (_way, byMs) => {
    // Long enough for a few lease checks between two renewals.
    const { queue, clock } = await opened(15_000);
    const [long, next] = [newJob(), newJob()];
    const runs: JobRun[] = [];
    const end = Promise.withResolvers<void>();
    await queue.enqueue([long]);
    await queue.work(async (run) => {
      runs.push(run);
      if (run.job.sourceId === long.sourceId) await end.promise;
      return { kind: 'done' };
    }, SLOTS);
    await expect.poll(() => runs.length).toBe(1);
    clock.byMs += byMs;
    await queue.enqueue([next], { delayMs: 2_500 });
    await expect.poll(() => runs.length, { timeout: 10_000 }).toBe(2);
    expect(runs[1]?.job).toEqual(next);
    expect(runs[0]?.signal.aborted).toBe(false);
    end.resolve();
    await expect.poll(() => queue.counts()).toMatchObject({ waiting: 0, running: 0, delayed: 0 });
  });

  it.each([
    ['ahead', DAY_MS],
    ['back', -DAY_MS],
  ])('gives other machines time to renew when it moves a day %s', async (_way, byMs) => {
    const { queue, clock, takeElsewhere } = await opened();
    await queue.enqueue([newJob()]);
    await takeElsewhere();
    const runs: JobRun[] = [];
    await queue.work(async (run) => {
      runs.push(run);
      return { kind: 'done' };
    }, SLOTS);
    const since = performance.now();
    clock.byMs += byMs;
    await expect.poll(() => runs.length, { timeout: 15_000, interval: 20 }).toBe(1);
    expect(performance.now() - since).toBeGreaterThanOrEqual(LEASE_MS);
    expect(runs[0]).toMatchObject({ crashes: 1, attempt: 0 });
  });

  it('runs waiting jobs after their delay when it moves back a day', async () => {
    const { queue, clock } = await opened();
    const runs: JobRun[] = [];
    await queue.enqueue([newJob()], { delayMs: 1_500 });
    await queue.work(async (run) => {
      runs.push(run);
      return runs.length === 1 ? { kind: 'retry', delayMs: 1_500 } : { kind: 'done' };
    }, SLOTS);
    clock.byMs -= DAY_MS;
    await expect.poll(() => runs.length, { timeout: 10_000 }).toBe(1);
    clock.byMs -= DAY_MS;
    await expect.poll(() => runs.length, { timeout: 10_000 }).toBe(2);
  });

  it('runs waiting jobs when it moved back while no worker ran', async () => {
    const { queue, clock } = await opened();
    const runs: JobRun[] = [];
    clock.byMs += DAY_MS;
    await queue.enqueue([newJob(), newJob()]);
    clock.byMs = 0;
    await queue.work(async (run) => {
      runs.push(run);
      return { kind: 'done' };
    }, SLOTS);
    await expect.poll(() => runs.length, { timeout: 10_000 }).toBe(2);
  });
});
