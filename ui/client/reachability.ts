/**
 * Whether the last request reached the server. The browser can't tell for a server on the same
 * machine.
 */
import { useSyncExternalStore } from 'react';

let isReachable = true;
const listeners = new Set<() => void>();

export function setReachable(now: boolean): void {
  if (now === isReachable) return;
  isReachable = now;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}

/** Whether this error means that the server was unreachable. */
export const isUnreachable = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'unreachable';

export const useIsReachable = (): boolean => useSyncExternalStore(subscribe, () => isReachable);
