/** Analytics events. Nothing is sent unless the server records them. */
import type { AnalyticsEvent } from '#core/contract/analytics.ts';
import { json, send } from './api.ts';

type Name = AnalyticsEvent['name'];
type Props<N extends Name> = Omit<Extract<AnalyticsEvent, { name: N }>, 'name' | 'thread_id'> &
  (Extract<AnalyticsEvent, { name: N }> extends { thread_id: unknown }
    ? { thread_id: string }
    : unknown);

let isRecorded = false;
/** Set from `GET me`. */
export const setRecordsEvents = (recorded: boolean): void => {
  isRecorded = recorded;
};

/** Sends an event that must arrive before the page closes; failures are ignored. */
export function track<N extends Name>(name: N, props: Props<N>): void {
  if (!isRecorded) return;
  send('analytics', { method: 'POST', keepalive: true, ...json({ name, ...props }) }).catch(
    (error: unknown) => console.debug(`${name} was not recorded.`, error),
  );
}
