import type { QueryClient } from '@tanstack/react-query';
import type { Answer } from '#core/contract/ask.ts';
import { keys } from '#ui/client/queries.ts';

/**
 * Changes a thread's answers as this page has them. A list that was asked for before does not undo
 * it: whoever calls asks for them anew when all is done.
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
