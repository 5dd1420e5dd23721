import type { Log } from '#config/log.ts';
import type { Settings } from '#config/settings.ts';
import type { DiskSpace } from '#pipeline/library/index.ts';
import type { Queue } from '#pipeline/queue/index.ts';
import type { Metrics, MetricSources } from './metrics.ts';
import { serveMetrics } from './serve-metrics.ts';
import { startTraces } from './traces.ts';

/**
 * Serves metrics on their own port and sends traces, if set. `role`: the kind of this process.
 * Fault: `unreachable` if the port of the metrics is taken.
 */
export async function openTelemetry(
  {
    settings,
    log,
    metrics,
    queue,
    room,
    pools,
  }: {
    settings: Settings;
    log: Log;
    metrics: Metrics;
    queue: Queue;
    room: DiskSpace;
    pools: MetricSources['pools'];
  },
  role: string,
): Promise<{ close(): Promise<void> }> {
  metrics.watch({ queue: () => queue.counts(), pools, isDiskFull: () => room.isFull() });
  const [served, traces] = await Promise.all([
    settings.metrics && serveMetrics(settings.metrics, metrics, log),
    settings.traces && startTraces({ ...settings.traces, role, log }),
  ]);
  return {
    async close() {
      await served?.close();
      await traces?.stop();
    },
  };
}
