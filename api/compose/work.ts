import type { Log } from '#config/log.ts';
import type { Settings } from '#config/settings.ts';
import { openTelemetry } from '../telemetry/index.ts';
import { createLifecycle } from './lifecycle.ts';
import { openParts, type PartsOptions } from './parts.ts';
import { startWorker, type WorkerOptions } from './start-worker.ts';

/** Jobs in progress get so long when the process ends, ms. */
const GRACE_MS = 7_000;

export interface Working {
  /**
   * settles when the worker takes nothing any more: whoever began it ends it, and it is begun anew
   */
  stuck: Promise<void>;
  close(): Promise<void>;
}

/** A worker alone, on the database and queue that the settings name. */
export async function work(
  settings: Settings,
  log: Log,
  options: Pick<WorkerOptions, 'stuckMs'> & PartsOptions = {},
): Promise<Working> {
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
