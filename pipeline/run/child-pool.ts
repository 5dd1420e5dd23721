/**
 * Child processes that do tasks on untrusted bytes: started when needed, reused, ended when idle.
 */
import { Fault } from '#core/contract/faults.ts';
import { createConcurrencyLimit, type PoolCounts } from '#pipeline/net/concurrency-limit.ts';
import { TaskProcess, type TaskHooks } from './task-process.ts';

/** A new child takes half a second of CPU time to load its libraries; a page is five tasks or so. */
const JOBS_PER_CHILD = 1_000;
const IDLE_MS = 30_000;

export interface ChildPoolOptions {
  /** path of the script that a child runs; it calls `serveTasks` */
  entry: string;
  /** the command line of a child; default none */
  args?: readonly string[];
  /** of a child's JavaScript heap; default 512 */
  heapMb?: number;
  /** for one task, without the time it waits for a child; default 60 s */
  deadlineMs?: number;
  /** called for each `CHILD_WARNING` of a child */
  onWarning?(message: string): void;
  /** children at once; default 2 */
  size?: number;
}

export interface PoolTaskHooks extends TaskHooks {
  /** Tasks of a lower one begin first; default 0. */
  priority?: number;
  /** An idle child whose process is larger than this is replaced before the task begins. */
  leanMb?: number;
}

export interface ChildPool {
  /**
   * Runs one task in a child and resolves with its answer, which the caller validates. Faults:
   * those that the child throws; `timed_out` after the deadline and `corrupt_file` at the memory
   * cap, both with the child's whole process group killed; `internal` when a child crashed;
   * `unavailable` after `close`. An abort kills the child and rejects with the signal's reason.
   */
  run(task: unknown, hooks?: Partial<PoolTaskHooks>): Promise<unknown>;
  /** Process ids of the living children. */
  pids(): number[];
  counts(): PoolCounts;
  /** Kills every child and rejects what runs or waits. */
  close(): Promise<void>;
}

/**
 * At most `size` tasks run at once, the others wait in the order of their priority. A child is
 * ended after 1,000 tasks, or after 30 s without one.
 */
export function createChildPool({
  entry,
  args = [],
  heapMb = 512,
  deadlineMs = 60_000,
  size = 2,
  onWarning = () => undefined,
}: ChildPoolOptions): ChildPool {
  const children = new Set<TaskProcess>();
  const idle: { child: TaskProcess; timer: NodeJS.Timeout }[] = [];
  const enter = createConcurrencyLimit(size);
  const closing = new AbortController();

  function start(): TaskProcess {
    const child = new TaskProcess({ entry, args, heapMb, deadlineMs, onWarning });
    children.add(child);
    void child.exited.then(() => {
      children.delete(child);
    });
    return child;
  }

  function take(): TaskProcess {
    for (let candidate = idle.pop(); candidate; candidate = idle.pop()) {
      clearTimeout(candidate.timer);
      if (candidate.child.alive) return candidate.child;
    }
    return start();
  }

  function putBack(child: TaskProcess): void {
    if (!child.alive) return;
    if (child.jobs >= JOBS_PER_CHILD || closing.signal.aborted) {
      child.kill();
      return;
    }
    const timer = setTimeout(() => {
      child.kill();
    }, IDLE_MS);
    timer.unref();
    idle.push({ child, timer });
  }

  /** An idle child that is small enough, or a new one. */
  async function takeLean(leanMb: number | undefined): Promise<TaskProcess> {
    const child = take();
    if (leanMb === undefined || (await child.residentMb()) <= leanMb) return child;
    child.kill();
    return start();
  }

  return {
    async run(task, { leanMb, priority, signal: wanted, report = () => undefined, ...hooks } = {}) {
      const signal = AbortSignal.any(wanted ? [wanted, closing.signal] : [closing.signal]);
      signal.throwIfAborted();
      const leave = await enter(signal, priority);
      try {
        const child = await takeLean(leanMb);
        try {
          return await child.run(task, { ...hooks, report, signal });
        } finally {
          putBack(child);
        }
      } finally {
        leave();
      }
    },
    pids: () => [...children].flatMap((child) => (child.pid === undefined ? [] : [child.pid])),
    counts: enter.counts,
    async close() {
      closing.abort(new Fault('unavailable'));
      for (const child of children) child.kill();
      await Promise.all([...children].map((child) => child.exited));
    },
  };
}
