/** Loads a thread before its screen is rendered. */
import type { QueryClient } from '@tanstack/react-query';
import type { ThreadCard } from '#core/contract/thread.ts';
import { loadWhenReachable } from '#ui/client/load-when-reachable.ts';
import { threadQuery } from '#ui/client/queries.ts';
import { lazyPart } from '#ui/kit/lazy-part.tsx';

const loadNotes = () => import('#ui/features/notes/index.tsx');
export const notesPart = lazyPart(() => loadNotes().then((it) => it.Notes), loadWhenReachable);

/** On press: fetches the thread and opens its notes. */
export function preloadThread(
  { _id, url }: Pick<ThreadCard, '_id' | 'url'>,
  cache: QueryClient,
): void {
  void cache.prefetchQuery(threadQuery(url));
  notesPart.bring();
  // If they can't be loaded, the screen says so.
  loadNotes().then(
    ({ bringNotes }) => bringNotes(_id, url),
    () => undefined,
  );
}
