/** Analytics events: appended to a file of the operator's if `GLOSS_EVENTS_FILE` names one. */
import { appendFile } from 'node:fs/promises';
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import type { Log } from '#config/log.ts';
import { SettingsError, type Settings } from '#config/settings.ts';
import { AnalyticsEvent, AnalyticsReply } from '#core/contract/analytics.ts';
import { Fault } from '#core/contract/faults.ts';
import type { Feature } from '../../http/feature.ts';
import { route } from '../../http/route.ts';

/** Events per person; a click is one event. */
const PER_MINUTE = 120;

/** Appends one line. The file is opened each time, so that it can be rotated. */
const append = (file: string, line: string) => appendFile(file, line, { mode: 0o600 });

export function createAnalyticsFeature({
  settings: { eventsFile: file },
  log,
}: {
  settings: Pick<Settings, 'eventsFile'>;
  log: Log;
}): Feature {
  const limiter = new RateLimiterMemory({ points: PER_MINUTE, duration: 60 });
  return {
    name: 'analytics',
    routes: [
      route({
        method: 'post',
        path: 'analytics',
        summary: 'Records a clip or answer event, if the operator turned events on',
        body: AnalyticsEvent,
        takes: { jsonLimit: '1kb' },
        response: AnalyticsReply,
        async handle({ user, body: { name, ...props } }) {
          if (file === undefined) return { recorded: false };
          await limiter.consume(user._id).catch((refused: unknown) => {
            if (!(refused instanceof RateLimiterRes)) throw refused;
            throw new Fault('rate_limited', {
              message: `More than ${PER_MINUTE} events in a minute.`,
              retryAfterS: Math.ceil(refused.msBeforeNext / 1000),
            });
          });
          const at = new Date().toISOString();
          try {
            await append(file, `${JSON.stringify({ at, user: user._id, name, ...props })}\n`);
            return { recorded: true };
          } catch (error) {
            log.warn({ err: error }, 'an event could not be written to GLOSS_EVENTS_FILE');
            return { recorded: false };
          }
        },
      }),
    ],
    async start() {
      if (file === undefined) return;
      await append(file, '').catch((error: unknown) => {
        throw new SettingsError(
          `GLOSS_EVENTS_FILE is ${JSON.stringify(file)}, but it must be: a file that Gloss can write (${error instanceof Error ? error.message : String(error)})`,
        );
      });
    },
  };
}
