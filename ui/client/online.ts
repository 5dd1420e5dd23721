import { pause } from './pause.ts';

/** What the browser says of the network. A server on the same machine answers without one. */
export const isOffline = (): boolean => navigator.onLine === false;

/** Resolves after `ms`, as soon as the network comes back, or when the signal aborts. */
export async function pauseUntilOnline(ms: number, signal: AbortSignal): Promise<void> {
  const back = new AbortController();
  const wake = () => back.abort();
  globalThis.addEventListener('online', wake, { once: true });
  await pause(ms, AbortSignal.any([signal, back.signal]));
  globalThis.removeEventListener('online', wake);
}
