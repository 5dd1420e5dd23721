/** The child's side of a `TaskProcess`: one task at a time over IPC, until the parent is gone. */
import { Worker } from 'node:worker_threads';
import { toFault } from '#core/contract/faults.ts';
import { CHILD_WARNING, type Reply } from './child-messages.ts';

/** Reports the progress of the running task to the parent. */
export type SendProgress = (done: number, total: number) => void;

const send = (reply: Reply): void => {
  process.send?.(reply);
};

/**
 * Replies to each task with the result of `run`, or with the fault it throws. Called once by the
 * entry of a child process. `run` must validate its task. The process may be killed at any moment.
 */
export function serveTasks(run: (task: unknown, progress: SendProgress) => Promise<unknown>): void {
  const progress: SendProgress = (done, total) => {
    send({ kind: 'progress', done, total });
  };
  process.on('message', (message) => {
    const answer = async (): Promise<unknown> => run(message, progress);
    answer().then(
      (result) => {
        send({ kind: 'done', result });
      },
      (error: unknown) => {
        const fault = toFault(error);
        const cause =
          fault.cause instanceof Error ? (fault.cause.stack ?? fault.cause.message) : '';
        const retry = fault.retryAfterS === undefined ? {} : { retryAfterS: fault.retryAfterS };
        send({ kind: 'fault', code: fault.code, message: fault.message, ...retry, cause });
      },
    );
  });
  process.on('warning', ({ name, message }) => {
    if (name === CHILD_WARNING) send({ kind: 'warning', message: message.slice(0, 1_000) });
  });
  // The server is gone, so nobody waits for the result.
  process.on('disconnect', () => {
    process.exit(0);
  });
  // A task in an endless loop never receives `disconnect`; a separate thread notices that the parent changed.
  new Worker(
    `
    const parent = process.ppid;
    setInterval(() => { if (process.ppid !== parent) process.kill(process.pid, 'SIGKILL'); }, 1000);
  `,
    { eval: true, resourceLimits: { maxOldGenerationSizeMb: 8, maxYoungGenerationSizeMb: 2 } },
  ).unref();
}
