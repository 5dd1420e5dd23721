/** Opens an answer's events: by its question's key, or by the id of a running answer. */
import type { QueryClient } from '@tanstack/react-query';
import type { Me } from '#core/contract/account.ts';
import type { AnswerEvent } from '#core/contract/answer-event.ts';
import { keys } from '#ui/client/queries.ts';
import { loadStream } from './load-stream.ts';

/** Sends a question; with a known key, follows its answer. */
export async function* askForAnswer(
  path: string,
  body: unknown,
  key: string,
  signal: AbortSignal,
): AsyncGenerator<AnswerEvent, void> {
  const { streamAnswer } = await loadStream();
  yield* streamAnswer(path, body, signal, key);
}

/**
 * Follows an answer that someone else asked for. Yields nothing if it is no longer running or
 * unreachable, because the history has the result.
 */
export async function* followAnswer(
  id: string,
  signal: AbortSignal,
): AsyncGenerator<AnswerEvent, void> {
  let events: AsyncIterable<AnswerEvent> | undefined;
  try {
    const { resumeAnswer } = await loadStream();
    events = await resumeAnswer(id, signal);
  } catch (error) {
    console.debug('An answer could not be followed.', error);
  }
  if (events) yield* events;
}

/** Updates the displayed questions left today. */
export function noteUsage(cache: QueryClient, event: AnswerEvent): void {
  if (event.event === 'ai_usage')
    cache.setQueryData<Me>(
      keys.me,
      (me) => me && { ...me, limits: { ...me.limits, ...event.data.usage_left } },
    );
}
