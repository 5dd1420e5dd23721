import { AsyncLocalStorage } from 'node:async_hooks';
import { url as inspectorUrl } from 'node:inspector';
import { Worker } from 'node:worker_threads';
import type { Log } from '#config/log.ts';
import { programEntry } from '#config/program-entry.ts';
import { threadEnvironment } from '#config/thread-environment.ts';
import { jobId, type Job } from '#pipeline/queue/index.ts';
import type { WatchdogData, WatchdogMessage } from './watchdog-messages.ts';

const BLOCKED_MS = 5_000;
const BEAT_MS = 500;
/** BSD's EX_SOFTWARE: the process ended itself because its event loop was blocked. */
const EXIT_CODE = 70;
const NODE_THAT_EXITS = ['node', '-e', `process.exit(${EXIT_CODE})`];

export interface WatchdogOptions {
  /** how long the event loop may be blocked, default 5,000 ms */
  blockedMs?: number;
}

export interface Watchdog {
  /** Starts watching. The start-up isn't watched, because it may migrate a large database. */
  start(): void;
  /** Runs a stage. If it blocks the loop, the log and the note name its job. */
  run<T>(job: Job, work: () => Promise<T>): Promise<T>;
  stop(): Promise<void>;
}

/** Functions that the thread calls on the main thread through `globalThis`. */
interface Answers {
  /** returns the stage whose code is running */
  current(): string | undefined;
  end(): void;
}
function answer(value: Answers): void {
  Object.defineProperty(globalThis, Symbol.for('gloss.watchdog'), { value, configurable: true });
}

/**
 * Ends the process without unwinding. `process.exit` would first wait for all threads, one of which
 * may hang; executing another program that only exits ends all threads at once.
 */
function end(): void {
  if (process.platform !== 'win32') process.execve?.(process.execPath, NODE_THAT_EXITS, {});
  process.exit(EXIT_CODE);
}

interface WatchdogPorts extends WatchdogOptions {
  /** folder for notes for the next start */
  folder: string;
  log: Log;
}

/**
 * Ends this process with exit code 70 once its event loop has been blocked for `blockedMs`, after
 * logging `event_loop_blocked` and leaving a note for the next start. If the main thread can't be
 * interrupted (in native code), the process ends by SIGKILL. Doesn't watch under a debugger, which
 * stops the loop on purpose.
 */
export function createWatchdog({ folder, log, blockedMs = BLOCKED_MS }: WatchdogPorts): Watchdog {
  const current = new AsyncLocalStorage<string>();
  let worker: Worker | undefined;
  let beats: NodeJS.Timeout | undefined;
  let runs = 0;
  const post = (message: WatchdogMessage): void => worker?.postMessage(message);

  return {
    start() {
      if (worker || inspectorUrl() !== undefined) return;
      answer({ current: () => current.getStore(), end });
      const workerData: WatchdogData = { folder, blockedMs, isLogged: log.isLevelEnabled('error') };
      worker = new Worker(programEntry('./watchdog-worker.ts', import.meta.url), {
        workerData,
        env: threadEnvironment(),
        execArgv: ['--disable-warning=ExperimentalWarning'],
        resourceLimits: { maxOldGenerationSizeMb: 32, maxYoungGenerationSizeMb: 2 },
      });
      worker.on('error', (error) => {
        log.error({ err: error }, 'the watchdog failed; nothing watches the event loop now');
      });
      worker.unref();
      beats = setInterval(() => post({ kind: 'beat' }), BEAT_MS);
      beats.unref();
    },
    async run(job, work) {
      const id = `${jobId(job)} ${(runs += 1)}`;
      post({ kind: 'begin', running: { id, job } });
      try {
        return await current.run(id, work);
      } finally {
        post({ kind: 'end', id });
      }
    },
    async stop() {
      clearInterval(beats);
      await worker?.terminate();
      worker = undefined;
    },
  };
}
