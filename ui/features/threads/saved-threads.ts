/** The first page of threads as it was last seen, shown while the server can't be reached. */
import { useEffect, useState } from 'react';
import { ThreadPage } from '#core/contract/thread.ts';
import { isUnreachable, useIsReachable } from '#ui/client/reachability.ts';
import { createStoredItem } from '#ui/storage/stored-item.ts';

const stored = createStoredItem('gloss-threads', ThreadPage, { fallback: undefined });

/** Saves `first` whenever it changes. Returns what was saved while the server can't be reached. */
export function useSavedThreads(
  first: ThreadPage | undefined,
  error: Error | null,
): ThreadPage | undefined {
  const isReachable = useIsReachable();
  const [saved] = useState(stored.read);
  useEffect(() => {
    if (first) stored.write(first);
  }, [first]);
  return isReachable && !isUnreachable(error) ? undefined : saved;
}
