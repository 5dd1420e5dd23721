/** The thread's questions and answers, newest last, the one being written at the end. */
import { ArrowDown, MessageSquareText } from 'lucide-react';
import {
  lazy,
  Suspense,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  type ReactNode,
} from 'react';
import type { Locator } from '#core/contract/locator.ts';
import type { ThreadId } from '#core/contract/id.ts';
import { useAnswers, useViewer } from '#ui/client/queries.ts';
import { EmptyState, Skeleton } from '#ui/kit/empty-state.tsx';
import { Button, IconButton } from '#ui/kit/button.tsx';
import { unlockTexts } from '#ui/texts/account.ts';
import { answerTexts as texts } from '#ui/texts/answers.ts';
import { type LinkTarget, revealTarget } from '#ui/kit/link-target.ts';
import { AnswerCard } from './answer-card.tsx';
import { fromStored, hasEnded, type AnswerView } from './reduce.ts';
import { useDeleteAnswer } from './delete-answer.ts';
import { useRateAnswer } from './rate-answer.ts';
import type { Asking } from './use-ask.ts';

const Confirm = lazy(() => import('#ui/kit/dialog.tsx').then((it) => ({ default: it.Confirm })));

interface AnswersProps {
  threadId: ThreadId;
  asking: Asking;
  onGo: (sourceId: string, locator: Locator) => void;
  onRetry: (answer: AnswerView) => void;
  onInsert?: ((answer: AnswerView) => void) | undefined;
  /** beneath the newest answer, once it is whole */
  followUp?: ((answer: AnswerView) => ReactNode) | undefined;
  readOnly: boolean;
  /** an answer that a link leads to */
  linked?: LinkTarget | undefined;
}

/** Closer to the end than this, the reader is following. */
const FOLLOWING_PX = 80;

export function Answers({
  threadId,
  asking,
  onGo,
  onRetry,
  onInsert,
  followUp,
  readOnly,
  linked,
}: AnswersProps) {
  const { current, busy, dismiss } = asking;
  const [leaving, setLeaving] = useState<string>();
  const remove = useDeleteAnswer(threadId);
  const { mutate: rate } = useRateAnswer(threadId);
  const askRate = readOnly ? undefined : rate;
  const askDelete = readOnly ? undefined : setLeaving;
  const { data, isPending, isError, refetch } = useAnswers(threadId);
  const docs = data?.docs;
  const history = useMemo(() => (docs ?? []).map(fromStored), [docs]);
  const stored =
    current?.id !== undefined && history.some((it) => it.id === current.id && hasEnded(it));
  const past =
    current && !stored
      ? history.filter((it) => it.id === undefined || it.id !== current.id)
      : history;

  const box = useRef<HTMLDivElement>(null);
  const following = useRef(true);
  const [away, setAway] = useState(false);
  const toEnd = (smooth: boolean) =>
    box.current?.scrollTo({ top: box.current.scrollHeight, behavior: smooth ? 'smooth' : 'auto' });

  useEffect(() => {
    const list = box.current;
    if (!list) return;
    const look = () => {
      following.current = list.scrollHeight - list.scrollTop - list.clientHeight < FOLLOWING_PX;
      setAway(!following.current);
    };
    list.addEventListener('scroll', look, { passive: true });
    // The text grows by itself while it is revealed.
    const grown = new ResizeObserver(() => {
      if (following.current) toEnd(false);
    });
    if (list.firstElementChild) grown.observe(list.firstElementChild);
    return () => {
      list.removeEventListener('scroll', look);
      grown.disconnect();
    };
  }, []);
  const question = busy ? current?.question : undefined;
  useLayoutEffect(() => {
    if (question !== undefined) {
      following.current = true;
      toEnd(false);
    }
  }, [question]);

  const there = linked !== undefined && past.some((it) => it.id === linked.id);
  useEffect(() => {
    if (!linked || !there) return undefined;
    following.current = false;
    let gone = false;
    // The answers above it have their height once their Markdown can be read.
    void import('./answer-text.tsx').then(() =>
      requestAnimationFrame(() => {
        const card = gone
          ? undefined
          : box.current?.querySelector(`[data-answer="${CSS.escape(linked.id)}"]`);
        if (card) revealTarget(card);
      }),
    );
    return () => {
      gone = true;
    };
  }, [linked, there]);

  const newest = current && !stored ? current : past.at(-1);
  const none = past.length === 0 && !current;
  const locked = useViewer() === null;
  return (
    <div className="relative flex h-full min-h-0 flex-col">
      <div ref={box} className="min-h-0 flex-1 overflow-y-auto" tabIndex={-1}>
        <div className="mx-auto max-w-[46rem] space-y-9 px-5 py-6">
          {locked && !isPending && none && (
            <EmptyState
              icon={<MessageSquareText size={22} strokeWidth={1.6} aria-hidden />}
              title={unlockTexts.title}
              text={unlockTexts.text}
            />
          )}
          {isPending && !current && (
            <div className="space-y-3">
              <Skeleton className="ml-auto h-10 w-3/5" />
              <Skeleton className="h-4 w-full" />
              <Skeleton className="h-4 w-4/5" />
            </div>
          )}
          {isError && !current && (
            <EmptyState title={texts.unreadTitle} text={texts.unreadText}>
              <Button onClick={() => void refetch()}>{texts.retry}</Button>
            </EmptyState>
          )}
          {!locked && !isPending && !isError && none && (
            <EmptyState
              icon={<MessageSquareText size={22} strokeWidth={1.6} aria-hidden />}
              title={texts.firstTitle}
              text={texts.firstText}
            />
          )}
          {past.map((it) => (
            <AnswerCard
              key={it.id}
              answer={it}
              threadId={threadId}
              fresh={it.id === current?.id}
              onGo={onGo}
              onRetry={locked ? undefined : onRetry}
              onInsert={onInsert}
              onRate={askRate}
              onDelete={askDelete}
            />
          ))}
          {current && !stored && (
            <AnswerCard
              key="current"
              live
              answer={current}
              threadId={threadId}
              onGo={onGo}
              onRetry={onRetry}
              onInsert={onInsert}
              onDismiss={dismiss}
              onRate={askRate}
              onDelete={askDelete}
            />
          )}
          {newest?.state === 'done' && (
            <div className="-mt-7 min-h-target">
              <Suspense>{followUp?.(newest)}</Suspense>
            </div>
          )}
        </div>
      </div>
      {away && (
        <IconButton
          label={texts.toNewest}
          look="plain"
          onClick={() => toEnd(true)}
          className="absolute bottom-3 left-1/2 -translate-x-1/2 rounded-full!"
        >
          <ArrowDown size={17} />
        </IconButton>
      )}
      {leaving !== undefined && (
        <Suspense>
          <Confirm
            open
            onOpenChange={(stays) => {
              if (!stays) setLeaving(undefined);
            }}
            title={texts.sure.title}
            action={texts.sure.action}
            text={texts.sure.text}
            onConfirm={() => {
              if (leaving === current?.id) dismiss();
              remove.mutate(leaving);
            }}
          />
        </Suspense>
      )}
      <Spoken current={current} />
    </div>
  );
}

/** For those who listen: that it has begun, then the answer in one piece. */
function Spoken({ current }: { current: AnswerView | undefined }) {
  const said = !current
    ? ''
    : hasEnded(current)
      ? texts.said(current.text || current.error?.message || '')
      : texts.answering;
  return (
    <p role="status" className="sr-only">
      {said}
    </p>
  );
}
