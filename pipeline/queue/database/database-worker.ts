/**
 * Runs the jobs of the table in one process. Each turn is one transaction that settles finished
 * jobs and claims as many as there are free slots, so that a busy worker commits once for several
 * jobs. Turns never overlap.
 */
import { readlinkSync } from 'node:fs';
import { hostname } from 'node:os';
import { v7 as uuidv7 } from 'uuid';
import type { Log } from '#config/log.ts';
import type { SourceId } from '#core/contract/id.ts';
import type { Database } from '../../library/database.ts';
import type { Handler, Outcome, QueueWorker } from '../contract.ts';
import { watchClock } from './watch-clock.ts';
import type { Claim, FreeSlots, JobsTable, RunningRow, Verdict } from './jobs-table.ts';

const POLL_MS = 500;
const REAP_MS = 1000;
const AFTER_ERROR_MS = 1000;
const GRACE_MS = 10_000;

/** Claims of all workers in this process. */
const liveTokens = new Set<string>();
/** Process ids are unique only within one machine and one PID namespace. */
const host = `${hostname()} ${pidNamespace()}`.slice(0, 255);
function pidNamespace(): string {
  try {
    return readlinkSync('/proc/self/ns/pid');
  } catch {
    return process.platform;
  }
}
function isDead(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return false;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'ESRCH';
  }
}

const hasRoom = ({ normal, bulk }: FreeSlots): boolean => normal > 0 || bulk > 0;

interface Run {
  claim: Claim;
  abort: AbortController;
  leaseUntil: number;
  outcome?: Outcome;
}
export interface DatabaseWorkerOptions {
  database: Database;
  table: JobsTable;
  log: Log;
  handler: Handler;
  /** the most jobs at once */
  slots: FreeSlots;
  leaseMs: number;
  now: () => number;
}

export class DatabaseWorker implements QueueWorker {
  readonly #o: DatabaseWorkerOptions;
  /** claimed and not yet settled, by id and token */
  readonly #runs = new Map<string, Run>();
  readonly #clocks: NodeJS.Timeout[];
  #timer: NodeJS.Timeout | undefined;
  #turning: Promise<void> | undefined;
  #again = false;
  readonly #clock: ReturnType<typeof watchClock>;
  /** Until this `performance.now()`, expired leases are ignored. */
  #trustsLeasesUntil = 0;
  #stopping = false;
  #stopped: Promise<void> | undefined;

  constructor(options: DatabaseWorkerOptions) {
    this.#o = options;
    this.#clock = watchClock(options.now);
    this.#clocks = [
      setInterval(() => void this.#guard('renew leases', () => this.#renew()), options.leaseMs / 3),
      setInterval(
        () => void this.#guard('take over what died', () => this.#reap()),
        Math.min(REAP_MS, options.leaseMs / 3),
      ),
    ];
    // The clock may have been set back since these jobs were enqueued.
    void this.#guard('follow the clock', () => this.#followClock()).then(() => this.wake());
    void this.#guard('take over what died', () => this.#reap());
    this.wake();
  }

  /** Checks for due jobs. */
  wake(): void {
    this.#again = true;
    this.#turning ??= this.#turns().finally(() => {
      this.#turning = undefined;
      if (this.#again) this.wake();
    });
  }

  /** Aborts the running job of a source. */
  abort(sourceId: SourceId): void {
    for (const run of this.#runs.values())
      if (run.claim.job.sourceId === sourceId) run.abort.abort();
  }

  stop(graceMs = GRACE_MS): Promise<void> {
    this.#stopped ??= this.#stop(graceMs);
    return this.#stopped;
  }

  async #turns(): Promise<void> {
    clearTimeout(this.#timer);
    let pauseMs = 0;
    while (this.#again && pauseMs === 0) {
      this.#again = false;
      try {
        pauseMs = await this.#turn();
      } catch (error) {
        this.#o.log.error({ err: error }, 'The job table cannot be worked; trying again');
        pauseMs = AFTER_ERROR_MS;
      }
    }
    if (!this.#stopping || this.#hasEnded())
      this.#timer = setTimeout(() => this.wake(), pauseMs || POLL_MS);
  }
  #hasEnded(): boolean {
    return [...this.#runs.values()].some((run) => run.outcome);
  }

  /**
   * Settles and claims. Returns the ms until the next job is due; 0 to wait for a wake-up or the
   * next poll.
   */
  async #turn(): Promise<number> {
    const { database, table, leaseMs, now } = this.#o;
    const ended = [...this.#runs.entries()].filter(([, run]) => run.outcome);
    const free = this.#freeSlots();
    if (ended.length === 0) {
      if (!hasRoom(free)) return 0;
      // Reads first, without a lock: an idle worker must not take the write lock twice a second.
      const due = await table.nextDue(free);
      if (due === undefined) return 0;
      if (due > now()) return Math.min(POLL_MS, due - now());
    }
    const holder = { token: uuidv7(), leaseUntil: now() + leaseMs, pid: process.pid, host };
    liveTokens.add(holder.token);
    let refused: Run[] = [];
    let claims: Claim[] = [];
    try {
      await database.write(async (transaction) => {
        refused = [];
        for (const [, run] of ended)
          if (
            run.outcome &&
            !(await table.settle(run.claim, this.#verdict(run.outcome), now(), transaction))
          )
            refused.push(run);
        claims = await table.claim(free, now(), holder, transaction);
      });
    } finally {
      if (claims.length === 0) liveTokens.delete(holder.token);
    }
    for (const [key, run] of ended) this.#forget(key, run);
    for (const { claim } of refused)
      this.#o.log.warn(
        { job: claim.id },
        'The lease was lost before the job ended; what it said is not counted',
      );
    for (const claim of claims) this.#start(claim, holder.leaseUntil);
    // Checks for more due jobs unless all slots are busy; then the next job to finish checks.
    this.#again ||= hasRoom(this.#freeSlots());
    return 0;
  }

  /** Slots of finished runs count as free. */
  #freeSlots(): FreeSlots {
    if (this.#stopping) return { normal: 0, bulk: 0 };
    const free = { ...this.#o.slots };
    for (const { claim, outcome } of this.#runs.values())
      if (!outcome) free[claim.rank === 'normal' ? 'normal' : 'bulk'] -= 1;
    return free;
  }

  #verdict(outcome: Outcome): Verdict {
    if (outcome.kind === 'done' || outcome.kind === 'failed') return { kind: 'gone' };
    return {
      kind: 'again',
      dueAt: this.#o.now() + outcome.delayMs,
      counts: outcome.kind === 'retry',
    };
  }

  #start(claim: Claim, leaseUntil: number): void {
    const run: Run = { claim, abort: new AbortController(), leaseUntil };
    this.#runs.set(`${claim.id} ${claim.token}`, run);
    const { job, attempt, crashes, rank } = claim;
    void this.#guard('run a job', async () => {
      try {
        run.outcome = await this.#o.handler({
          job,
          attempt,
          crashes,
          rank,
          signal: run.abort.signal,
        });
      } catch (error) {
        this.#o.log.error(
          { err: error, job: claim.id },
          'A handler threw; it must report the result of its job',
        );
        run.outcome = { kind: 'retry', delayMs: AFTER_ERROR_MS };
      }
      this.wake();
    });
  }

  #forget(key: string, run: Run): void {
    this.#runs.delete(key);
    if (![...this.#runs.values()].some((other) => other.claim.token === run.claim.token))
      liveTokens.delete(run.claim.token);
  }

  async #renew(): Promise<void> {
    const { database, table, leaseMs, now } = this.#o;
    const mine = [...this.#runs.entries()].filter(([, run]) => !run.outcome);
    if (mine.length === 0) return;
    try {
      const leaseUntil = now() + leaseMs;
      const held = await database.write((transaction) =>
        table.renew([...new Set(mine.map(([, run]) => run.claim.token))], leaseUntil, transaction),
      );
      for (const [key, run] of mine) {
        if (held.has(key)) run.leaseUntil = leaseUntil;
        else this.#lose(key, run);
      }
    } catch (error) {
      for (const [key, run] of mine) if (run.leaseUntil < now()) this.#lose(key, run);
      throw error;
    }
  }
  #lose(key: string, run: Run): void {
    if (this.#runs.get(key) !== run || run.outcome) return;
    this.#o.log.warn({ job: run.claim.id }, 'The lease of a running job was lost');
    run.abort.abort();
  }

  /**
   * After the clock was set, or this process or the machine was stopped, all leases look expired.
   * Gives their holders time to renew them.
   */
  async #noticeClock(): Promise<void> {
    const change = this.#clock.look();
    if (!change) return;
    this.#o.log.warn({ ...change }, 'The clock was set, or this process was stopped');
    this.#trustsLeasesUntil = performance.now() + this.#o.leaseMs;
    if (change.jumpedMs < 0) await this.#followClock();
  }

  /** Moves due times after the clock was set back, so that jobs don't wait for it. */
  async #followClock(): Promise<void> {
    const { database, table, leaseMs, now } = this.#o;
    if (!(await table.isAhead(now(), leaseMs))) return;
    await database.write((transaction) => table.followClock(now(), leaseMs, transaction));
    this.wake();
  }

  #isDead(row: RunningRow, now: number): boolean {
    const isHere = row.host === host;
    if (isHere && row.pid === process.pid) return !liveTokens.has(row.token);
    if (isHere && isDead(row.pid)) return true;
    return performance.now() >= this.#trustsLeasesUntil && row.leaseUntil < now;
  }

  /**
   * Returns jobs with expired leases, and those whose process on this machine is gone. Jobs of this
   * process are alive, however late their lease is renewed.
   */
  async #reap(): Promise<void> {
    const { database, table, now } = this.#o;
    // A clock change after this moment is noticed at the next check.
    const at = now();
    await this.#noticeClock();
    const dead = (await table.running()).filter((row) => this.#isDead(row, at));
    if (dead.length === 0) return;
    await database.write(async (transaction) => {
      for (const row of dead) {
        if (await table.reclaim(row, now(), transaction))
          this.#o.log.warn({ job: row.id }, 'A worker died in the middle of a job; it runs again');
      }
    });
    this.wake();
  }

  async #stop(graceMs: number): Promise<void> {
    this.#stopping = true;
    const deadline = performance.now() + graceMs;
    while (this.#runs.size > 0 && performance.now() < deadline) {
      this.wake();
      await new Promise((done) => {
        setTimeout(done, Math.min(20, graceMs));
      });
    }
    for (const clock of this.#clocks) clearInterval(clock);
    await this.#turning;
    clearTimeout(this.#timer);
    const unfinished = [...this.#runs.entries()];
    if (unfinished.length > 0) {
      await this.#guard('give leases back', () =>
        this.#o.database.write(async (transaction) => {
          for (const [, run] of unfinished) {
            await this.#o.table.settle(
              run.claim,
              run.outcome
                ? this.#verdict(run.outcome)
                : { kind: 'again', dueAt: this.#o.now(), counts: false },
              this.#o.now(),
              transaction,
            );
          }
        }),
      );
    }
    for (const [key, run] of unfinished) {
      run.abort.abort();
      this.#forget(key, run);
    }
  }

  /** Keeps the worker running while the database is unavailable. */
  async #guard(what: string, step: () => Promise<unknown>): Promise<void> {
    try {
      await step();
    } catch (error) {
      this.#o.log.error({ err: error }, `The queue could not ${what}`);
    }
  }
}
