import type { Log } from '#config/log.ts';
import type { Settings } from '#config/settings.ts';
import { beginDueChecks } from '#pipeline/imports/index.ts';
import { createBullTicker } from '#pipeline/queue/index.ts';
import { Posts } from '../features/posts/index.ts';
import { CHECK_INTERVAL_MS, Refreshes, startClock, type Clock } from '../features/refresh/index.ts';
import type { Feature } from '../http/feature.ts';
import { openTelemetry } from '../telemetry/index.ts';
import type { Features } from './features.ts';
import { createLifecycle } from './lifecycle.ts';
import { openParts, type Parts, type PartsOptions } from './parts.ts';

/** Starts due work: refreshes sources, checks feeds, publishes posts, empties the trash. */
const beginDue =
  (refreshes: Refreshes, posts: Posts, { library: { trash }, staging }: Parts) =>
  async (): Promise<readonly unknown[]> => [
    ...(await refreshes.beginDue()),
    ...(await beginDueChecks(staging)),
    ...(await posts.publishDue()),
    ...(await trash.emptyExpired()),
  ];

/** Creates the scheduler of a server, which does nothing unless `isOn`. */
export function createServerClock(
  parts: Parts,
  { refreshes, posts }: Pick<Features, 'refreshes' | 'posts'>,
  isOn = true,
): Feature {
  const { library, log } = parts;
  let clock: Clock | undefined;
  return {
    name: 'clock',
    start() {
      if (!isOn) return;
      clock = startClock({
        beginDue: beginDue(refreshes, posts.posts, parts),
        onChange: (listener) => library.onChange(listener),
        log,
      });
    },
    close: () => clock?.stop(),
  };
}

/**
 * Runs only the scheduler: starts due refreshes on the database and queue from the settings, for
 * workers to process.
 */
export async function schedule(
  settings: Settings,
  log: Log,
  options: PartsOptions = {},
): Promise<{ close(): Promise<void> }> {
  const lifecycle = createLifecycle(log);
  const parts = await openParts(settings, log, undefined, options);
  lifecycle.add('parts', () => parts.close());
  parts.watchdog?.start();
  const begin = beginDue(new Refreshes(parts), new Posts(parts.database), parts);
  const clock = settings.redisUrl
    ? await createBullTicker({
        redisUrl: settings.redisUrl,
        everyMs: CHECK_INTERVAL_MS,
        log,
        tick: async () => {
          await begin();
        },
      })
    : startClock({
        beginDue: begin,
        onChange: (listener) => parts.library.onChange(listener),
        log,
      });
  const telemetry = await openTelemetry(parts, 'schedule');
  lifecycle.add('telemetry', () => telemetry.close());
  lifecycle.add('clock', () => clock.stop());
  log.info({ queue: parts.queue.engine }, 'the schedule runs');
  return { close: () => lifecycle.closeAll(0) };
}
