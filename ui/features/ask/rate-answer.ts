/** Rates an answer once: shown at once, reverted if the server refuses. */
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { Answer } from '#core/contract/ask.ts';
import { api, messageOf } from '#ui/client/api.ts';
import { keys } from '#ui/client/queries.ts';
import { track } from '#ui/client/track.ts';
import { toast } from '#ui/kit/toast.ts';
import { answerTexts as texts } from '#ui/editor/texts/answers.ts';
import { changeAnswers } from './change-answers.ts';

export interface Rating {
  id: string;
  value: NonNullable<Answer['feedback']>;
}

export function useRateAnswer(threadId: string) {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: ({ id, value }: Rating) => api.rateAnswer(threadId, id, value),
    onMutate: ({ id, value }) =>
      changeAnswers(cache, threadId, (docs) =>
        docs.map((it) => (it._id === id ? { ...it, feedback: value } : it)),
      ),
    onSuccess(_, { value }) {
      track(`ai_chat_${value}`, { thread_id: threadId });
      toast.success(texts.thanks[value], { more: texts.thankYou });
    },
    onError: (error) => toast.error(messageOf(error)),
    onSettled: () => cache.invalidateQueries({ queryKey: keys.answers(threadId) }),
  });
}
