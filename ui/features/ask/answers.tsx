/** The thread's questions and answers, newest last, with the running one at the end. */
import { ArrowDown, MessageSquareText } from 'lucide-react';
import { lazy, Suspense, useMemo, useRef, useState, type ReactNode } from 'react';
import type { Locator } from '#core/contract/locator.ts';
import type { ThreadId } from '#core/contract/id.ts';
import { isOffline } from '#ui/client/network-status.ts';
import { useAnswers, useViewer } from '#ui/client/queries.ts';
import { EmptyState, Skeleton } from '#ui/kit/empty-state.tsx';
import { Button, IconButton } from '#ui/kit/button.tsx';
import { unlockTexts } from '#ui/features/account/index.ts';
import { answerTexts as texts } from '#ui/editor/texts/answers.ts';
import type { LinkTarget } from '#ui/kit/link-target.ts';
import { AnswerCard } from './answer-card.tsx';
import { SpokenText } from './answer-markdown.tsx';
import { fromStored, hasEnded, type AnswerView } from './reduce.ts';
import { useDeleteAnswer } from './delete-answer.ts';
import { splitAnswers } from './past-answers.ts';
import { useRateAnswer } from './rate-answer.ts';
import type { Asking } from './use-ask.ts';
import { useAnswersScroll } from './use-answers-scroll.ts';
import { useRevealAnswer } from './use-reveal-answer.ts';

const Confirm = lazy(() => import('#ui/kit/dialog.tsx').then((it) => ({ default: it.Confirm })));

export interface AnswersProps {
  threadId: ThreadId;
  asking: Asking;
  onGo: (sourceId: string, locator: Locator) => void;
  onRetry: (answer: AnswerView) => void;
  onInsert?: ((answer: AnswerView) => void) | undefined;
  /** ids of the sources in the thread */
  sourceIds: ReadonlySet<string>;
  /** below the newest answer, once it is complete */
  followUp?: ((answer: AnswerView) => ReactNode) | undefined;
  readOnly: boolean;
  /** the target answer of a link */
  linked?: LinkTarget | undefined;
}

export function Answers({
  threadId,
  asking,
  onGo,
  onRetry,
  onInsert,
  sourceIds,
  followUp,
  readOnly,
  linked,
}: AnswersProps) {
  const { current, busy, isAway: isServerAway, dismiss } = asking;
  const [leaving, setLeaving] = useState<string>();
  const remove = useDeleteAnswer(threadId);
  const { mutate: rate } = useRateAnswer(threadId);
  const askRate = readOnly ? undefined : rate;
  const askDelete = readOnly ? undefined : setLeaving;
  const { data, isPending, isError, refetch } = useAnswers(threadId);
  const docs = data?.docs;
  const history = useMemo(() => (docs ?? []).map(fromStored), [docs]);
  const { past, live } = useMemo(() => splitAnswers(history, current), [history, current]);

  const isSourceGone = (it: AnswerView) => it.sources.some((id) => !sourceIds.has(id));

  const box = useRef<HTMLDivElement>(null);
  const asked = useRef<HTMLDivElement>(null);
  const { isAway, release, toNewest } = useAnswersScroll(box, asked, busy);
  const isLinkedHere = linked !== undefined && past.some((it) => it.id === linked.id);
  useRevealAnswer(box, release, linked, isLinkedHere);

  const newest = live ?? past.at(-1);
  const locked = useViewer() === null;
  return (
    <section
      id="answers"
      aria-label={texts.region}
      className="relative flex h-full min-h-0 flex-col"
    >
      <div ref={box} className="min-h-0 flex-1 overflow-y-auto [container-type:size]" tabIndex={-1}>
        <div className="mx-auto max-w-[46rem] space-y-9 px-5 py-6">
          {!current && (
            <AnswersPlaceholder
              isEmpty={past.length === 0}
              isLocked={locked}
              isLoading={isPending}
              hasFailed={isError}
              onRetry={() => void refetch()}
            />
          )}
          {past.map((it) => (
            <AnswerCard
              key={it.id}
              answer={it}
              isSourceGone={isSourceGone(it)}
              threadId={threadId}
              onGo={onGo}
              onRetry={locked ? undefined : onRetry}
              onInsert={onInsert}
              onRate={askRate}
              onDelete={askDelete}
            />
          ))}
          {newest && (
            <div ref={asked} className={live && 'min-h-[calc(100cqh-2.25rem)]'}>
              {live && (
                <AnswerCard
                  key="current"
                  live
                  answer={live}
                  isSourceGone={isSourceGone(live)}
                  threadId={threadId}
                  onGo={onGo}
                  onRetry={onRetry}
                  onInsert={onInsert}
                  onDismiss={live === current ? dismiss : undefined}
                  onRate={askRate}
                  onDelete={askDelete}
                />
              )}
              {live && isServerAway && (
                <p className="mt-3 text-sm text-ink-soft">{whyAway(live)}</p>
              )}
              {newest.state === 'done' && (
                <div className={live ? 'mt-2 min-h-target' : '-mt-7 min-h-target'}>
                  <Suspense>{followUp?.(newest)}</Suspense>
                </div>
              )}
            </div>
          )}
        </div>
      </div>
      {isAway && (
        <IconButton
          label={texts.toNewest}
          look="plain"
          onClick={toNewest}
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
    </section>
  );
}

/** Why nothing arrives, and what happens next. */
function whyAway({ id, text }: AnswerView): string {
  if (id !== undefined || text !== '') return texts.away;
  return isOffline() ? texts.unsentOffline : texts.unsent;
}

/** Tells screen readers that an answer has started, then each finished part of it. */
function Spoken({ current }: { current: AnswerView | undefined }) {
  const isWhole = current !== undefined && hasEnded(current);
  const failure = isWhole && current.text === '' ? current.error?.message : undefined;
  return (
    <div role="status" aria-atomic="false" className="sr-only">
      {current && <p>{isWhole ? texts.gloss : texts.answering}</p>}
      {failure !== undefined && <p>{failure}</p>}
      {current && current.text !== '' && (
        <SpokenText text={current.text} citations={current.citations} isWhole={isWhole} />
      )}
    </div>
  );
}

/** Shown instead of answers: while they load, if they fail to load, and if there are none. */
function AnswersPlaceholder({
  isEmpty,
  isLocked,
  isLoading,
  hasFailed,
  onRetry,
}: {
  isEmpty: boolean;
  /** whether nobody is signed in */
  isLocked: boolean;
  isLoading: boolean;
  hasFailed: boolean;
  onRetry: () => void;
}) {
  if (isLoading)
    return (
      <div className="space-y-3">
        <Skeleton className="ml-auto h-10 w-3/5" />
        <Skeleton className="h-4 w-full" />
        <Skeleton className="h-4 w-4/5" />
      </div>
    );
  const hint = isLocked ? unlockTexts : { title: texts.firstTitle, text: texts.firstText };
  return (
    <>
      {isEmpty && (isLocked || !hasFailed) && (
        <EmptyState
          icon={<MessageSquareText size={22} strokeWidth={1.6} aria-hidden />}
          title={hint.title}
          text={hint.text}
        />
      )}
      {hasFailed && (
        <EmptyState title={texts.notLoadedTitle} text={texts.notLoadedText}>
          <Button onClick={onRetry}>{texts.retry}</Button>
        </EmptyState>
      )}
    </>
  );
}
