/** The two ways to an answer's events: by its question's key, or by the id of a running answer. */
import type { QueryClient } from '@tanstack/react-query';
import type { Me } from '#core/contract/account.ts';
import type { AnswerEvent } from '#core/contract/answer-event.ts';
import { keys } from '#ui/client/queries.ts';
import { loadStream } from './load-stream.ts';

/** Sends a question; with a key that the server knows, follows its answer. */
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
 * Follows an answer that somebody else has asked for. Yields nothing when it is not written any
 * more, or cannot be reached: the history knows what became of it.
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

/** Puts what is left of the day's allowance where it is shown. */
export function noteUsage(cache: QueryClient, event: AnswerEvent): void {
  if (event.event === 'ai_usage')
    cache.setQueryData<Me>(
      keys.me,
      (me) => me && { ...me, limits: { ...me.limits, ...event.data.usage_left } },
    );
}
