/**
 * Recently deleted threads: hidden at once, and deleted for good when undo is no longer possible.
 */
import { useSyncExternalStore } from 'react';

let leaving: ReadonlySet<string> = new Set();
const listeners = new Set<() => void>();
const change = (next: ReadonlySet<string>): void => {
  leaving = next;
  for (const listener of listeners) listener();
};
const listen = (listener: () => void) => {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
};

export const useDeletedThreads = (): ReadonlySet<string> =>
  useSyncExternalStore(listen, () => leaving);
export const markDeleted = (id: string): void => change(new Set([...leaving, id]));
/** False if it is too late, or was already done. */
export function undoDelete(id: string): boolean {
  if (!leaving.has(id)) return false;
  const next = new Set(leaving);
  next.delete(id);
  change(next);
  return true;
}

// Closing the page ends the time for undo.
addEventListener('pagehide', () => {
  for (const id of leaving)
    void fetch(`/api/threads/${encodeURIComponent(id)}`, {
      method: 'DELETE',
      credentials: 'same-origin',
      keepalive: true,
    }).catch((cause: unknown) => console.debug('A thread was not deleted.', cause));
});
