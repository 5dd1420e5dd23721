import { useMutation, useQueryClient } from '@tanstack/react-query';
import { toast } from '#ui/kit/toast.ts';
import { api, messageOf } from '#ui/client/api.ts';
import { keys } from '#ui/client/queries.ts';
import { answerTexts as texts } from '#ui/editor/texts/answers.ts';
import { changeAnswers } from './change-answers.ts';

export function useDeleteAnswer(threadId: string) {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => api.deleteAnswer(id),
    onMutate: (id) => changeAnswers(cache, threadId, (docs) => docs.filter((it) => it._id !== id)),
    onSuccess: () => toast.success(texts.deleted),
    onError: (error) => toast.error(messageOf(error)),
    onSettled: () => cache.invalidateQueries({ queryKey: keys.answers(threadId) }),
  });
}
