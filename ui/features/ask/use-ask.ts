/**
 * Asks one question at a time: sends it, follows its answer, and adds the finished answer to the
 * history. A reload continues a running answer.
 */
import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef } from 'react';
import { toast } from '#ui/kit/toast.ts';
import type { Answer, AskBody } from '#core/contract/ask.ts';
import { keys, useAnswers, useViewer } from '#ui/client/queries.ts';
import type { AiCall } from '#ui/features/suggest/index.ts';
import { AnswerSession, type SessionPorts } from './answer-session.ts';
import { changeAnswers } from './change-answers.ts';
import { askForAnswer, followAnswer, noteUsage } from './open-answer.ts';
import {
  clearPending,
  newKey,
  readPending,
  storePending,
  type PendingAnswer,
} from './pending-answer.ts';
import { ask, fromStored, hasEnded, whyFailed, type AnswerView } from './reduce.ts';
import { useShownSession } from './use-shown-session.ts';

export interface Asking {
  /** the answer being written, or the last one if it could not be stored */
  current: AnswerView | undefined;
  busy: boolean;
  /** the server cannot be reached and is tried again */
  isAway: boolean;
  /** Resolves with the answer when it has ended. */
  send: (
    call: AiCall,
    sources: readonly AskBody['sources'][number][],
    model: number,
  ) => Promise<AnswerView>;
  stop: () => void;
  dismiss: () => void;
}

export function useAsk(threadId: AskBody['thread_id']): Asking {
  const cache = useQueryClient();
  const { session, latest, show, shown } = useShownSession(threadId);

  const follow = useCallback(
    async (key: string, ports: SessionPorts): Promise<AnswerView> => {
      const own = new AnswerSession(key, ports);
      show(own);
      const view = await own.finished;
      const hasBegun = !ports.pending || view.id !== ports.first?.id;
      if (latest.current === own && view.error)
        if (!hasBegun || view.error.code === 'interrupted') {
          const { text, reason: more } = whyFailed(view);
          toast.error(text, more === undefined ? {} : { more });
        }
      await cache.invalidateQueries({ queryKey: keys.answers(threadId) });
      // The history has the result.
      if (latest.current === own && !hasEnded(view)) show(undefined);
      return view;
    },
    [cache, threadId, latest, show],
  );

  /** `had`: the answer as it was stored before a reload. */
  const put = useCallback(
    (asked: PendingAnswer, had?: Answer): Promise<AnswerView> => {
      const { key, call, sources, model } = asked;
      const body = { ...call.body, thread_id: threadId, sources, model };
      const first =
        had?.state === 'generating'
          ? fromStored(had)
          : {
              ...ask(call.question, sources),
              isPrompt: call.path !== 'ai/v2/chat/thread',
              id: had?._id,
            };
      let { id } = first;
      return follow(key, {
        first,
        pending: storePending(threadId, asked),
        open: (sent, signal) => askForAnswer(call.path, body, sent, signal),
        onEvent(event) {
          noteUsage(cache, event);
          if (event.event !== 'start') return;
          const before = id;
          id = event.data.answer_id;
          // A restarted answer replaces the interrupted one.
          if (before !== undefined && before !== id)
            void changeAnswers(cache, threadId, (docs) => docs.filter((it) => it._id !== before));
        },
      });
    },
    [cache, follow, threadId],
  );

  useUnfinished(
    threadId,
    useCallback(
      (answers: readonly Answer[]) => {
        if (latest.current) return;
        const asked = readPending(threadId);
        const had = answers.find((it) => it._id === asked?.id);
        const isOver = had?.state === 'done' || (asked?.id !== undefined && !had);
        const running = answers.findLast((it) => it.state === 'generating');
        if (isOver) clearPending(threadId);
        if (asked && !isOver) void put(asked, had);
        else if (running)
          void follow(running._id, { first: fromStored(running), open: followAnswer });
      },
      [follow, latest, put, threadId],
    ),
  );

  return {
    current: shown?.view,
    busy: shown !== undefined && !hasEnded(shown.view),
    isAway: shown?.away === true,
    send: (call, sources, model) => put({ key: newKey(), call, sources, model, at: Date.now() }),
    stop: () => session?.stop(),
    dismiss: () => {
      clearPending(threadId);
      show(undefined);
    },
  };
}

/** Calls `onFound` once, when the thread is opened, with the answers at that time. */
function useUnfinished(
  threadId: AskBody['thread_id'],
  onFound: (answers: readonly Answer[]) => void,
): void {
  const { data } = useAnswers(threadId);
  // Visitors have asked nothing. Until it is known who is signed in, the answer is followed anyway,
  // because it is generated only while a listener is connected.
  const maybeOwn = useViewer() !== null;
  const looked = useRef(false);
  useEffect(() => {
    if (!data || !maybeOwn || looked.current) return;
    looked.current = true;
    onFound(data.docs);
  }, [data, maybeOwn, onFound]);
}
