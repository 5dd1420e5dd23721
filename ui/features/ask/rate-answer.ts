/** Liked or not, said once: shown at once, put back when the server says no. */
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { Answer } from '#core/contract/ask.ts';
import { api, messageOf } from '#ui/client/api.ts';
import { keys } from '#ui/client/queries.ts';
import { toast } from '#ui/kit/toast.ts';
import { answerTexts as texts } from '#ui/texts/answers.ts';

export interface Rating { id: string; value: NonNullable<Answer['feedback']> }

export function useRateAnswer(threadId: string) {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: ({ id, value }: Rating) => api.rateAnswer(threadId, id, value),
    onMutate: ({ id, value }) => cache.setQueryData<{ docs: Answer[] }>(keys.answers(threadId), (was) => was && { docs: was.docs.map((it) => (it._id === id ? { ...it, feedback: value } : it)) }),
    onSuccess: (_, { value }) => toast.success(texts.thanks[value], { more: texts.thankYou }),
    onError: (error) => { toast.error(messageOf(error)); void cache.invalidateQueries({ queryKey: keys.answers(threadId) }); },
  });
}
