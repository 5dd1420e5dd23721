/** Polls `/api/ready` from a separate thread, so that work in this process doesn't delay measurements. */
import { once } from 'node:events';
import { Agent, get } from 'node:http';
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';
import { setTimeout as wait } from 'node:timers/promises';
import { percentile } from './table.ts';

const EVERY_MS = 20;
/** Timeout, longer than any target; counts as this long. */
const LONGEST_MS = 20_000;

export interface Waits {
  count: number;
  longestMs: number;
  p99Ms: number;
  /** responses other than 200, and broken connections */
  failures: number;
}
export interface ReadyWatch {
  /** waits since the last call; a pending request counts with its wait so far */
  take(): Promise<Waits>;
  end(): Promise<void>;
}

export async function watchReady(url: string): Promise<ReadyWatch> {
  const worker = new Worker(new URL(import.meta.url), { workerData: { url } });
  await once(worker, 'message');
  return {
    async take() {
      worker.postMessage('take');
      const [{ waits, failures }] = (await once(worker, 'message')) as [
        { waits: number[]; failures: number },
      ];
      return {
        count: waits.length,
        longestMs: Math.max(0, ...waits),
        p99Ms: percentile(waits, 0.99),
        failures,
      };
    },
    async end() {
      await worker.terminate();
    },
  };
}

function askOnce(url: string, agent: Agent): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const request = get(`${url}/api/ready`, { agent, timeout: LONGEST_MS }, (response) => {
    response
      .resume()
      .once('end', () => resolve(response.statusCode === 200))
      .once('error', () => resolve(false));
  });
  request.once('timeout', () => request.destroy()).once('error', () => resolve(false));
  return promise;
}

async function ask({ url }: { url: string }): Promise<void> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  let waits: number[] = [];
  let failures = 0;
  let startedAt = 0;
  parentPort?.on('message', () => {
    const current = startedAt === 0 ? [] : [performance.now() - startedAt];
    parentPort?.postMessage({ waits: [...waits, ...current], failures });
    waits = [];
    failures = 0;
  });
  parentPort?.postMessage('begun');
  for (;;) {
    startedAt = performance.now();
    if (!(await askOnce(url, agent))) failures += 1;
    waits.push(performance.now() - startedAt);
    startedAt = 0;
    await wait(EVERY_MS);
  }
}
if (!isMainThread && typeof (workerData as { url?: unknown } | null)?.url === 'string')
  await ask(workerData as { url: string });
