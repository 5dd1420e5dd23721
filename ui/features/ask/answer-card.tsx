import { TriangleAlert } from 'lucide-react';
import { lazy, memo, Suspense, useState } from 'react';
import type { Locator } from '#core/contract/locator.ts';
import { Logo } from '#ui/kit/logo.tsx';
import { answerTexts as texts } from '#ui/editor/texts/answers.ts';
import { AnswerText, Lines, loadActions } from './answer-markdown.tsx';
import type { AnswerActionsProps } from './answer-actions.tsx';
import { whyFailed, withoutHalfMark, type AnswerView } from './reduce.ts';
import { useRevealed } from './reveal.ts';
import { SkipReveal } from './skip-reveal.tsx';

const Nearest = lazy(() =>
  import('./nearest-passages.tsx').then((it) => ({ default: it.NearestPassages })),
);

export interface AnswerCardProps extends AnswerActionsProps {
  /** undefined: the library was asked */
  threadId: string | undefined;
  /** some of its sources are no longer in the thread */
  isSourceGone?: boolean;
  /** asked just now in this window: revealed word by word */
  live?: boolean;
  onGo: (sourceId: string, locator: Locator) => void;
}

const NoSource = lazy(() =>
  import('#ui/editor/views/missing-source-note.tsx').then((it) => ({
    default: it.MissingSourceNote,
  })),
);
const Actions = lazy(loadActions);

export const AnswerCard = memo(function AnswerCard({
  answer,
  threadId,
  isSourceGone = false,
  live = false,
  onGo,
  onRetry,
  onInsert,
  onDismiss,
  onRate,
  onDelete,
}: AnswerCardProps) {
  const [isNoticeDismissed, setNoticeDismissed] = useState(false);
  const { id } = answer;
  const writing = answer.state === 'pending' || answer.state === 'writing';
  // Only answers that start in this window are revealed word by word.
  const revealed = useRevealed(answer.text, live && answer.text === '');
  const isBehind = revealed.isBehind && answer.state !== 'interrupted';
  const shown = isBehind ? revealed.text : answer.text;
  const isComplete = !isBehind && !writing;
  return (
    <article
      aria-label={texts.to(answer.question)}
      aria-busy={writing}
      data-answer={answer.id}
      className="animate-rise"
    >
      <h2
        dir="auto"
        className="ml-auto w-fit max-w-[85%] rounded-card rounded-br-[4px] bg-sunken px-3.5 py-2 text-[0.9375rem] leading-normal font-normal tracking-normal text-pretty whitespace-pre-wrap wrap-anywhere"
      >
        {answer.question}
      </h2>
      <div className="mt-4 flex flex-wrap items-center gap-x-2 gap-y-1 text-[0.8125rem]">
        <Logo className="size-5.5!" />
        <span className="font-semibold">{texts.gloss}</span>
        {answer.sources.length > 0 && (
          <span className="text-ink-faint">{texts.referring(answer.sources.length)}</span>
        )}
      </div>
      <div className="mt-2.5">
        {isSourceGone && !writing && !isNoticeDismissed && (
          <Suspense>
            <NoSource
              onDelete={onDelete && id !== undefined ? () => onDelete(id) : undefined}
              onDismiss={() => setNoticeDismissed(true)}
            />
          </Suspense>
        )}
        {answer.state === 'pending' && <Pending />}
        {shown && (
          <AnswerText
            text={isComplete ? shown : withoutHalfMark(shown)}
            citations={answer.citations}
            onGo={onGo}
          />
        )}
        <SkipReveal isBehind={isBehind} skip={revealed.skip} />
        {isComplete && answer.state === 'interrupted' && (
          <Trouble text={whyCut(answer)} calm={!answer.error} />
        )}
        {isComplete &&
          answer.state === 'done' &&
          answer.citations.length === 0 &&
          answer.sources.length > 0 &&
          threadId !== undefined && (
            <Suspense fallback={<Lines />}>
              <Nearest answer={answer} threadId={threadId} open={live} onGo={onGo} />
            </Suspense>
          )}
        {answer.state === 'failed' && <Trouble {...whyFailed(answer)} />}
      </div>
      {isComplete && (
        <Suspense fallback={<div className="mt-2.5 min-h-target" />}>
          <Actions
            answer={answer}
            onRetry={onRetry}
            onInsert={onInsert}
            onDismiss={onDismiss}
            onRate={onRate}
            onDelete={onDelete}
          />
        </Suspense>
      )}
    </article>
  );
});

const whyCut = ({ error }: AnswerView): string =>
  error?.message === 'network error' ? texts.cut : (error?.message ?? texts.stopped);

function Pending() {
  return (
    <div>
      <p className="mb-2.5 text-sm text-ink-soft">{texts.answering}</p>
      <Lines />
    </div>
  );
}

function Trouble({
  text,
  reason,
  calm = false,
}: {
  text: string;
  reason?: string;
  calm?: boolean;
}) {
  return (
    <p
      className={`mt-3 flex items-start gap-2 rounded-control px-3 py-2.5 text-sm ${calm ? 'bg-sunken text-ink-soft' : 'bg-warn-soft text-ink'}`}
    >
      {!calm && <TriangleAlert size={16} aria-hidden className="mt-0.5 shrink-0 text-warn" />}
      <span>
        {text}
        {reason !== undefined && <span className="block text-ink-soft">{reason}</span>}
      </span>
    </p>
  );
}
