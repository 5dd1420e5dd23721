import type { QueryClient } from '@tanstack/react-query';
import type { Answer } from '#core/contract/ask.ts';
import { keys } from '#ui/client/queries.ts';

/**
 * Changes a thread's answers in the cache. Cancels running requests, so that they don't undo the
 * change; the caller fetches the list again at the end.
 */
export async function changeAnswers(
  cache: QueryClient,
  threadId: string,
  change: (docs: Answer[]) => Answer[],
): Promise<void> {
  const queryKey = keys.answers(threadId);
  await cache.cancelQueries({ queryKey });
  cache.setQueryData<{ docs: Answer[] }>(queryKey, (had) => had && { docs: change(had.docs) });
}
