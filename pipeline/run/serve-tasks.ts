/** The child's side of a `TaskProcess`: one task at a time over IPC, until the parent is gone. */
import { Worker } from 'node:worker_threads';
import { toFault } from '#core/contract/faults.ts';
import { CHILD_WARNING, type Reply } from './child-messages.ts';

/** Tells the parent how far the running task is. */
export type SendProgress = (done: number, total: number) => void;

const send = (reply: Reply): void => {
  process.send?.(reply);
};

/**
 * Answers every task with what `run` returns, or with the fault that it throws. The entry of a
 * child process calls it once. `run` validates its task: it comes as it was sent. The process may
 * be killed at any moment.
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
  // The server is gone: nobody waits for the answer.
  process.on('disconnect', () => {
    process.exit(0);
  });
  // A task in an endless loop never sees `disconnect`; a thread of its own sees that the parent
  // changed.
  new Worker(
    `
    const parent = process.ppid;
    setInterval(() => { if (process.ppid !== parent) process.kill(process.pid, 'SIGKILL'); }, 1000);
  `,
    { eval: true, resourceLimits: { maxOldGenerationSizeMb: 8, maxYoungGenerationSizeMb: 2 } },
  ).unref();
}
