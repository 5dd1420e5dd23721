import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useState } from 'react';
import type { Post, PostForm } from '#core/contract/post.ts';
import { ApiError, messageOf } from '#ui/client/api.ts';
import { postApi } from '#ui/client/post-api.ts';
import { keys } from '#ui/client/queries.ts';
import { problemsFromServer, type Fields, type Problems } from './fields.ts';
import { problemsAfter } from './publish-state.ts';

interface SendFailure {
  message: string;
  /** the same form would fail again */
  isFinal: boolean;
}

/** Sends the publish form and tracks the result; `onSaved` gets the stored post. */
export function useSendPost(postId: Post['_id'], onSaved: (post: Post) => void) {
  const cache = useQueryClient();
  const [sending, setSending] = useState<'draft' | 'whole'>();
  const [failure, setFailure] = useState<SendFailure>();
  /** the server's field errors */
  const [problems, setProblems] = useState<Problems>({});
  const send = useCallback(
    async (form: PostForm, what: 'draft' | 'whole'): Promise<Post | undefined> => {
      setSending(what);
      try {
        const next = await postApi.update(postId, form);
        cache.setQueryData(keys.post(next._id), next);
        void cache.invalidateQueries({ queryKey: keys.postLists });
        onSaved(next);
        setFailure(undefined);
        return next;
      } catch (error) {
        if (error instanceof ApiError) setProblems(problemsFromServer(error.details));
        setFailure({
          message: messageOf(error),
          isFinal: error instanceof ApiError && error.status >= 400 && error.status < 500,
        });
        return undefined;
      } finally {
        setSending(undefined);
      }
    },
    [cache, postId, onSaved],
  );
  /** Clears the failure and the problems of changed fields; without `change`, of all fields. */
  const forget = useCallback((change?: Partial<Fields>) => {
    setProblems((was) => (change ? problemsAfter(was, change) : {}));
    setFailure(undefined);
  }, []);
  return { send, sending, failure, problems, forget };
}
