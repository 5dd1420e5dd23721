/**
 * A child process from the server's side: a separate process group, a heap limit, no environment,
 * no network.
 */
import { fork, type ChildProcess, type Serializable } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, realpathSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { Socket } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { Fault } from '#core/contract/faults.ts';
import { Reply } from './child-messages.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
/** The folder of installed packages, which may be outside the project. */
const PACKAGES = path.resolve(
  path.dirname(createRequire(import.meta.url).resolve('pdfjs-dist/package.json')),
  '..',
);
/** Typed arrays are outside the heap that V8 limits; the process may exceed it by this much. */
const BESIDE_HEAP_MB = 384;
/** A child can allocate 100 MB in a quarter of a second. */
const WATCH_EVERY_MS = 50;
const PAGE_BYTES = 4096;

export interface TaskProcessOptions {
  /** the script that the child runs; it answers tasks with `serveTasks` */
  entry: string;
  /** its arguments; default none */
  args?: readonly string[];
  /** limit of the JavaScript heap */
  heapMb: number;
  /** for one task */
  deadlineMs: number;
  /** receives each `CHILD_WARNING` of the child */
  onWarning?(message: string): void;
}
export interface TaskHooks {
  signal: AbortSignal;
  report(done: number, total: number): void;
  /** for this task, in place of the deadline of the process */
  deadlineMs?: number;
  /**
   * for a task that reports progress: the longest silence after its first report, instead of the
   * deadline
   */
  silentMs?: number;
  /** limit of the whole process for this task, if lower than usual */
  maxMb?: number;
}
/** The child ended before its task: at a deadline, at the memory limit, or by a crash. */
export class ChildEnded extends Fault {}

const tooHungry = (mb: number, cause?: unknown) =>
  new ChildEnded('corrupt_file', {
    message: `Reading this file needs more memory than the ${mb} MB it may have. It may be damaged or malicious.`,
    cause,
  });

export class TaskProcess {
  readonly #child: ChildProcess;
  readonly #options: TaskProcessOptions;
  #errors = '';
  /** tasks done */
  jobs = 0;
  /** whether it may still be used */
  alive = true;
  readonly exited: Promise<void>;

  constructor(options: TaskProcessOptions) {
    this.#options = options;
    const readable = [...new Set([ROOT, PACKAGES, tmpdir(), realpathSync(tmpdir())])];
    this.#child = fork(options.entry, [...(options.args ?? [])], {
      // There is one child per core, so extra garbage collection threads would slow the others. Pauses don't
      // matter, so marking isn't incremental. A small young generation takes a third less memory for 4% more
      // CPU per page. The process can read its own code and temporary files, can't write or start processes,
      // and on Node 26 has no network.
      execArgv: [
        `--max-old-space-size=${options.heapMb}`,
        '--single-threaded-gc',
        '--no-incremental-marking',
        '--max-semi-space-size=8',
        '--permission',
        '--allow-addons',
        '--allow-worker',
        '--allow-wasi',
        ...readable.map((folder) => `--allow-fs-read=${folder}${path.sep}*`),
        '--disable-warning=SecurityWarning',
      ],
      env: { TZ: 'UTC' },
      cwd: ROOT,
      detached: true,
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    });
    this.#child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      this.#errors = (this.#errors + text).slice(-4_000);
    });
    this.exited = once(this.#child, 'exit').then(
      () => {
        this.alive = false;
      },
      () => {
        this.alive = false;
      },
    );
    // A child that could not be started or written to ends its task by its exit.
    this.#child.on('error', () => {
      this.kill();
    });
    // An idle child doesn't prevent the server from exiting.
    this.#hold(false);
  }

  get pid(): number | undefined {
    return this.#child.pid;
  }

  #hold(yes: boolean): void {
    const { stderr, channel } = this.#child;
    const held = [this.#child, channel, stderr instanceof Socket ? stderr : undefined];
    for (const handle of held)
      if (yes) handle?.ref();
      else handle?.unref();
  }

  kill(): void {
    this.alive = false;
    const { pid } = this.#child;
    if (pid === undefined) return;
    this.#child.ref();
    try {
      process.kill(-pid, 'SIGKILL');
    } catch (error) {
      // ESRCH: the group has already ended.
      if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error;
    }
  }

  /**
   * Faults: as of the task; `timed_out`; `corrupt_file` at the memory limit. An abort rejects with
   * the signal's reason. The child is dead after any of the last three.
   */
  async run(
    task: unknown,
    {
      signal,
      report,
      deadlineMs = this.#options.deadlineMs,
      silentMs,
      maxMb = this.#options.heapMb + BESIDE_HEAP_MB,
    }: TaskHooks,
  ): Promise<unknown> {
    signal.throwIfAborted();
    this.#hold(true);
    const { promise, resolve, reject } = Promise.withResolvers<unknown>();
    const end = (error: unknown) => {
      reject(error);
      this.kill();
    };
    const onMessage = (message: unknown) => {
      const reply = Reply.safeParse(message);
      if (!reply.success) end(new Fault('internal', { cause: reply.error }));
      else if (reply.data.kind === 'progress') {
        if (silentMs !== undefined) {
          clearTimeout(deadline);
          deadline = setTimeout(onLate, silentMs);
        }
        report(reply.data.done, reply.data.total);
      } else if (reply.data.kind === 'warning') this.#options.onWarning?.(reply.data.message);
      else if (reply.data.kind === 'done') resolve(reply.data.result);
      else {
        const { code, message: text, retryAfterS, cause } = reply.data;
        reject(
          new Fault(code, {
            message: text,
            cause,
            ...(retryAfterS === undefined ? {} : { retryAfterS }),
          }),
        );
      }
    };
    const onExit = (code: number | null, killedBy: NodeJS.Signals | null) => {
      const hungry = /heap out of memory|allocation failed|out of memory/i.test(this.#errors);
      reject(
        hungry
          ? tooHungry(this.#options.heapMb, this.#errors)
          : new ChildEnded('internal', {
              cause: `the child process ended (${killedBy ?? code}): ${this.#errors}`,
            }),
      );
    };
    const onAbort = () => {
      end(signal.reason);
    };
    const onLate = () => {
      end(new ChildEnded('timed_out'));
    };
    let deadline = setTimeout(onLate, deadlineMs);
    const watch = setInterval(() => {
      void this.residentMb().then((mb) => {
        if (mb > maxMb) end(tooHungry(Math.min(maxMb, this.#options.heapMb)));
      });
    }, WATCH_EVERY_MS);
    this.#child.on('message', onMessage).on('exit', onExit);
    signal.addEventListener('abort', onAbort, { once: true });
    try {
      this.#child.send(task as Serializable, (error) => {
        if (error) end(new Fault('internal', { cause: error }));
      });
      return await promise;
    } finally {
      this.jobs += 1;
      clearTimeout(deadline);
      clearInterval(watch);
      this.#child.off('message', onMessage).off('exit', onExit);
      signal.removeEventListener('abort', onAbort);
      this.#hold(false);
    }
  }

  /** Returns 0 if the system doesn't report it (Linux does). */
  async residentMb(): Promise<number> {
    const file = `/proc/${this.#child.pid ?? 0}/statm`;
    if (!existsSync(file)) return 0;
    // The process may end between the two reads.
    return (
      (Number((await readFile(file, 'utf8').catch(() => '')).split(' ')[1] ?? 0) * PAGE_BYTES) /
      2 ** 20
    );
  }
}
