import type { Log } from '#config/log.ts';

/** How late a source may be begun after its time. */
export const CHECK_INTERVAL_MS = 5_000;
const SOON_MS = 1_000;

export interface Clock {
  stop(): Promise<void>;
}

/**
 * The embedded clock: looks every 5 s, and a second after a change, for what is due. The rows say
 * what that is: time that passed while no clock ran is made up for once, and any number of clocks
 * may run.
 */
export function startClock({
  beginDue,
  onChange,
  log,
}: {
  beginDue(): Promise<readonly unknown[]>;
  /** calls when a schedule may have changed */
  onChange(listener: () => void): () => void;
  log: Log;
}): Clock {
  let running: Promise<void> | undefined;
  let soon: NodeJS.Timeout | undefined;
  const look = async (): Promise<void> => {
    for (let begun = await beginDue(); begun.length > 0; begun = await beginDue())
      log.info({ count: begun.length }, 'started due work');
  };
  const tick = (): void => {
    running ??= look()
      .catch((error: unknown) =>
        log.warn({ err: error }, 'the schedule could not check for due work'),
      )
      .finally(() => {
        running = undefined;
      });
  };
  const timer = setInterval(tick, CHECK_INTERVAL_MS);
  const stop = onChange(() => {
    soon ??= setTimeout(() => {
      soon = undefined;
      tick();
    }, SOON_MS);
  });
  tick();
  return {
    async stop() {
      clearInterval(timer);
      clearTimeout(soon);
      stop();
      await running;
    },
  };
}
