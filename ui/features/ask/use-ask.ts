/**
 * Asks one question at a time: sends it, reduces the stream, and adds the finished answer to the
 * history. A reload continues a running answer.
 */
import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'react';
import { toast } from '#ui/kit/toast.ts';
import type { Me } from '#core/contract/account.ts';
import type { Answer, AnswerEvent, AskBody } from '#core/contract/ask.ts';
import { api, ApiError, messageOf, NETWORK_ERROR } from '#ui/client/api.ts';
import { keys, useAnswers, useViewer } from '#ui/client/queries.ts';
import type { AiCall } from '#ui/features/suggest/index.ts';
import { changeAnswers } from './change-answers.ts';
import {
  clearPending,
  savePending,
  readPending,
  newKey,
  type PendingAnswer,
} from './pending-answer.ts';
import { ask, fail, hasEnded, reduce, stop, type AnswerView } from './reduce.ts';

export interface Asking {
  /** the answer being written, or the last one if it could not be stored */
  current: AnswerView | undefined;
  busy: boolean;
  /** Settles with the answer as it ended. */
  send: (
    call: AiCall,
    sources: readonly AskBody['sources'][number][],
    model: number,
  ) => Promise<AnswerView>;
  stop: () => void;
  dismiss: () => void;
}
type Events = AsyncIterable<AnswerEvent>;

/** Interval of painting, in ms, because parsing Markdown again takes time. */
const PAINT_MS = 80;
/** A line that breaks again and again is given up. */
const MOST_RESUMES = 3;
const stream = () => import('#ui/client/stream.ts');

export function useAsk(threadId: AskBody['thread_id']): Asking {
  const cache = useQueryClient();
  const [current, setCurrent] = useState<AnswerView>();
  const line = useRef<AbortController | null>(null);
  useEffect(() => () => line.current?.abort(), [threadId]);

  /** Follows an answer to its end. Does nothing if `open` finds no answer. */
  const follow = useCallback(
    async (
      first: AnswerView,
      open: (signal: AbortSignal) => Promise<Events | undefined>,
    ): Promise<AnswerView> => {
      line.current?.abort();
      const own = new AbortController();
      line.current = own;
      let view = first;
      let due: ReturnType<typeof setTimeout> | undefined;
      const paint = () => {
        clearTimeout(due);
        due = undefined;
        if (line.current === own) setCurrent(view);
      };
      const put = (next: AnswerView) => {
        view = next;
        if (next.state !== 'writing') paint();
        else due ??= setTimeout(paint, PAINT_MS);
      };
      try {
        if (!first.id) put(first);
        let events = await open(own.signal);
        for (let resumed = 0; events; resumed += 1) {
          let cut: AnswerEvent | undefined;
          view = first;
          for await (const event of events) {
            if ((await stream()).isCut(event)) {
              cut = event;
              break;
            }
            put(reduce(view, event));
            if (event.event === 'ai_usage')
              cache.setQueryData<Me>(
                keys.me,
                (me) => me && { ...me, limits: event.data.usage_left },
              );
          }
          const { id } = view;
          events =
            cut && id !== undefined && resumed < MOST_RESUMES
              ? await resume(id, own.signal)
              : undefined;
          if (cut && !events) put(reduce(view, cut));
        }
        if (view !== first && !hasEnded(view)) put(stop(view));
        else if (view.error?.code === 'interrupted' && line.current === own)
          toast.error(view.error.message);
      } catch (error) {
        if (own.signal.aborted) put(stop(view));
        else {
          put(fail(view, error instanceof ApiError ? error.code : 'internal', messageOf(error)));
          toast.error(messageOf(error));
        }
      }
      if (line.current === own) line.current = null;
      await cache.invalidateQueries({ queryKey: keys.answers(threadId) });
      return view;
    },
    [cache, threadId],
  );

  /**
   * Kept until it has ended, unless its reader leaves before; `before`: what had arrived when they
   * left, whose place it takes.
   */
  const put = useCallback(
    async (asked: PendingAnswer, before?: string): Promise<AnswerView> => {
      const {
        key,
        call: { path, question, body },
        sources,
        model,
      } = asked;
      let left: AbortSignal | undefined;
      savePending(threadId, asked);
      const view = await follow({ ...ask(question, sources), id: before }, async (signal) => {
        left = signal;
        return begun(
          (await stream()).streamAnswer(
            path,
            { ...body, thread_id: threadId, sources, model },
            signal,
            key,
          ),
          (id) => {
            savePending(threadId, { ...asked, id });
            if (before !== undefined)
              void changeAnswers(cache, threadId, (docs) => docs.filter((it) => it._id !== before));
          },
        );
      });
      // A browser may break the line of a page that is left before the page is gone.
      if (left?.aborted !== true && view.error?.message !== NETWORK_ERROR) clearPending(threadId);
      return view;
    },
    [cache, follow, threadId],
  );

  useUnfinished(
    threadId,
    useCallback(
      (answers: readonly Answer[]) => {
        if (line.current) return;
        const asked = readPending(threadId);
        const open = answers.findLast((it) => it.state === 'generating');
        if (open) {
          void follow({ ...ask(open.question, open.sources), id: open._id }, (signal) =>
            resume(open._id, signal),
          ).then((it) => {
            if (it.state === 'done') clearPending(threadId);
            // It was let go between the two questions.
            else if (asked?.id === open._id && !hasEnded(it) && !line.current)
              void put(asked, open._id);
          });
        } else if (asked) {
          const had = answers.find((it) => it._id === asked.id);
          if (had?.state === 'done' || (asked.id !== undefined && !had)) clearPending(threadId);
          else void put(asked, had?._id);
        }
      },
      [follow, put, threadId],
    ),
  );

  return {
    current,
    busy: current !== undefined && !hasEnded(current),
    send: (call, sources, model) => put({ key: newKey(), call, sources, model, at: Date.now() }),
    stop: () => {
      clearPending(threadId);
      const own = line.current;
      // Later events of this answer are ignored.
      line.current = null;
      setCurrent((was) => was && stop(was));
      void stopWriting(current?.id).finally(() => own?.abort());
    },
    dismiss: () => {
      clearPending(threadId);
      setCurrent(undefined);
    },
  };
}

/** Tells the server, because a page that is only left may come back. */
async function stopWriting(id: string | undefined): Promise<void> {
  if (id === undefined) return;
  await api
    .stopAnswer(id)
    .catch((error: unknown) => console.debug('An answer could not be stopped.', error));
}

/** The same events; told of the answer's id, once there is one. */
async function* begun(
  events: Events,
  onBegun: (id: string) => void,
): AsyncGenerator<AnswerEvent, void> {
  for await (const event of events) {
    if (event.event === 'start') onBegun(event.data.answer_id);
    yield event;
  }
}

/**
 * Undefined when it is not written any more, or cannot be reached: the history knows what became of
 * it.
 */
async function resume(id: string, signal: AbortSignal): Promise<Events | undefined> {
  try {
    return await (await stream()).resumeAnswer(id, signal);
  } catch (error) {
    console.debug('An answer could not be followed.', error);
    return undefined;
  }
}

/** Once, when the thread is opened: the answers as they are then. */
function useUnfinished(
  threadId: AskBody['thread_id'],
  onFound: (answers: readonly Answer[]) => void,
): void {
  const { data } = useAnswers(threadId);
  // People who are signed out have asked nothing. Until that is known, the answer is followed at
  // once, because it is generated only while a listener is connected.
  const maybeOwn = useViewer() !== null;
  const looked = useRef(false);
  useEffect(() => {
    if (!data || !maybeOwn || looked.current) return;
    looked.current = true;
    onFound(data.docs);
  }, [data, maybeOwn, onFound]);
}
