/** One question at a time: asks, folds the stream, hands the finished answer to the history. */
import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'react';
import { toast } from '#ui/kit/toast.ts';
import type { Me } from '#core/contract/account.ts';
import type { AskBody } from '#core/contract/ask.ts';
import { ApiError, messageOf } from '#ui/client/api.ts';
import { keys } from '#ui/client/queries.ts';
import { ask, fail, hasEnded, reduce, stop, type AnswerView } from './reduce.ts';

export interface Asking {
  /** the answer being written, or the last one if it could not be stored */ current: AnswerView | undefined;
  busy: boolean;
  send: (question: string, sources: readonly AskBody['sources'][number][], model: number) => void;
  stop: () => void;
  dismiss: () => void;
}

export function useAsk(threadId: AskBody['thread_id']): Asking {
  const cache = useQueryClient();
  const [current, setCurrent] = useState<AnswerView>();
  const line = useRef<AbortController | null>(null);
  useEffect(() => () => line.current?.abort(), [threadId]);

  const run = useCallback(async (question: string, sources: AskBody['sources'], model: number) => {
    line.current?.abort();
    const own = new AbortController();
    line.current = own;
    let view = ask(question, sources);
    const put = (next: AnswerView) => { view = next; if (line.current === own) setCurrent(next); };
    put(view);
    try {
      const { streamAnswer } = await import('#ui/client/stream.ts');
      const body: AskBody = { thread_id: threadId, model, sources, user_query: question, feature_type: 1 };
      for await (const event of streamAnswer('ai/v2/chat/thread', body, own.signal)) {
        put(reduce(view, event));
        if (event.event === 'ai_usage') cache.setQueryData<Me>(keys.me, (me) => me && { ...me, limits: event.data.usage_left });
      }
      if (!hasEnded(view)) put(stop(view));
      else if (view.error && view.error.code === 'interrupted') toast.error(view.error.message);
    } catch (error) {
      if (own.signal.aborted) put(stop(view));
      else {
        put(fail(view, error instanceof ApiError ? error.code : 'internal', messageOf(error)));
        toast.error(messageOf(error));
      }
    }
    if (line.current === own) line.current = null;
    await cache.invalidateQueries({ queryKey: keys.answers(threadId) });
  }, [cache, threadId]);

  return {
    current,
    busy: current !== undefined && !hasEnded(current),
    send: (question, sources, model) => void run(question, [...sources], model),
    stop: () => { line.current?.abort(); setCurrent((was) => was && stop(was)); },
    dismiss: () => setCurrent(undefined),
  };
}
