/**
 * Runs regexes on texts of a million characters, in as many threads as processors; terminates
 * threads that hang.
 */
import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import type { FuzzJob, FuzzMessage, FuzzResult } from './fuzz-worker.ts';
import type { SourceRegex } from './collect.ts';

/** Timeout in ms for one text; then the thread hangs. */
const DEADLINE = 3_000;

const newWorker = (): Worker => new Worker(new URL('./fuzz-worker.ts', import.meta.url));

function runJob(worker: Worker, job: FuzzJob): Promise<FuzzResult | 'hung'> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      resolve('hung');
    }, DEADLINE);
    worker.removeAllListeners();
    worker.once('error', reject);
    worker.on('message', (message: FuzzMessage) => {
      if (message === 'alive') {
        timer.refresh();
        return;
      }
      clearTimeout(timer);
      resolve(message);
    });
    worker.postMessage(job);
  });
}

/**
 * Returns a message for each regex that is too slow. `full`: every text at full length, which takes
 * about a minute.
 */
export async function slowRegexes(
  regexes: readonly SourceRegex[],
  full = false,
): Promise<string[]> {
  const slow: string[] = [];
  const jobs = regexes.entries();
  const runJobs = async (): Promise<void> => {
    let worker = newWorker();
    for (const [id, { at, source, flags }] of jobs) {
      const result = await runJob(worker, { id, source, flags, full });
      if (result === 'hung') {
        await worker.terminate();
        worker = newWorker();
        slow.push(`${at} /${source}/${flags} hangs`);
      } else if (result.over > 0) {
        slow.push(
          `${at} /${source}/${flags} takes ${Math.round(result.ms)} ms for ${result.length} characters of ${JSON.stringify(result.pump)}`,
        );
      }
    }
    await worker.terminate();
  };
  await Promise.all(
    Array.from({ length: Math.min(availableParallelism(), regexes.length) }, runJobs),
  );
  return slow;
}
