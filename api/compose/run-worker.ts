import type { Log } from '#config/log.ts';
import type { Settings } from '#config/settings.ts';
import { openTelemetry } from '../telemetry/index.ts';
import { createLifecycle } from './lifecycle.ts';
import { openParts, type PartsOptions } from './parts.ts';
import { startWorker, type WorkerOptions } from './start-worker.ts';

/** Time for jobs in progress when the process ends, in ms. */
const GRACE_MS = 7_000;

export interface RunningWorker {
  /** resolves when the worker takes no more jobs; the caller must close it and start another */
  stuck: Promise<void>;
  close(): Promise<void>;
}

/** Runs only a worker, on the database and queue from the settings. */
export async function runWorker(
  settings: Settings,
  log: Log,
  options: Pick<WorkerOptions, 'stuckMs'> & PartsOptions = {},
): Promise<RunningWorker> {
  const lifecycle = createLifecycle(log);
  const parts = await openParts(
    settings,
    log,
    new URL(settings.contentUrl ?? `http://usercontent.localhost:${settings.port}`),
    options,
  );
  lifecycle.add('parts', () => parts.close());
  const telemetry = await openTelemetry(parts, 'worker');
  lifecycle.add('telemetry', () => telemetry.close());
  const { promise: stuck, resolve: onStuck } = Promise.withResolvers<void>();
  parts.watchdog?.start();
  const worker = await startWorker(parts, { ...options, onStuck });
  lifecycle.add('worker', (graceMs) => worker.stop(graceMs));
  log.info({ queue: parts.queue.engine }, 'worker works');
  return { stuck, close: () => lifecycle.closeAll(GRACE_MS) };
}
