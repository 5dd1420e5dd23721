import { pause } from './pause.ts';

/** The browser's network status. A server on the same machine is reachable without a network. */
export const isOffline = (): boolean => navigator.onLine === false;

/** Resolves after `ms`, when the network returns, or when the signal aborts. */
export async function waitUntilOnline(ms: number, signal: AbortSignal): Promise<void> {
  const back = new AbortController();
  const wake = () => back.abort();
  globalThis.addEventListener('online', wake, { once: true });
  await pause(ms, AbortSignal.any([signal, back.signal]));
  globalThis.removeEventListener('online', wake);
}
