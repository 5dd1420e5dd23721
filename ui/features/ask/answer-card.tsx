import {
  Check,
  Copy,
  NotebookPen,
  RotateCcw,
  ThumbsDown,
  ThumbsUp,
  Trash2,
  TriangleAlert,
} from 'lucide-react';
import { lazy, memo, Suspense, useState, type ReactNode } from 'react';
import type { Locator } from '#core/contract/locator.ts';
import { Button, IconButton } from '#ui/kit/button.tsx';
import { Logo } from '#ui/kit/logo.tsx';
import { answerTexts as texts } from '#ui/editor/texts/answers.ts';
import { AnswerText, Lines } from './answer-markdown.tsx';
import { copyAnswer } from './copy-answer.ts';
import type { Rating } from './rate-answer.ts';
import { withoutHalfMark, type AnswerView } from './reduce.ts';
import { useRevealed } from './reveal.ts';

const Nearest = lazy(() =>
  import('./nearest-passages.tsx').then((it) => ({ default: it.NearestPassages })),
);

export interface AnswerCardProps {
  answer: AnswerView;
  threadId: string;
  /** written before one's eyes, so it is revealed */
  live?: boolean;
  /** asked just now, in this window */
  fresh?: boolean;
  onGo: (sourceId: string, locator: Locator) => void;
  onRetry?: ((answer: AnswerView) => void) | undefined;
  onInsert?: ((answer: AnswerView) => void) | undefined;
  onDismiss?: (() => void) | undefined;
  onRate?: ((rating: Rating) => void) | undefined;
  /** asks first */
  onDelete?: ((id: string) => void) | undefined;
}

export const AnswerCard = memo(function AnswerCard({
  answer,
  threadId,
  live = false,
  fresh = live,
  onGo,
  onRetry,
  onInsert,
  onDismiss,
  onRate,
  onDelete,
}: AnswerCardProps) {
  const writing = answer.state === 'pending' || answer.state === 'writing';
  const shown = useRevealed(answer.text, live);
  const whole = shown.length === answer.text.length && !writing;
  const count = new Set(answer.citations.map((it) => it.source_id)).size || answer.sources.length;
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
        <span className="text-ink-faint">{texts.referring(count)}</span>
      </div>
      <div className="mt-2.5">
        {answer.state === 'pending' && <Pending />}
        {shown && (
          <AnswerText
            text={whole ? shown : withoutHalfMark(shown)}
            citations={answer.citations}
            onGo={onGo}
          />
        )}
        {whole && answer.state === 'interrupted' && (
          <Trouble text={whyCut(answer)} calm={!answer.error} />
        )}
        {whole &&
          answer.state === 'done' &&
          answer.citations.length === 0 &&
          answer.sources.length > 0 && (
            <Suspense fallback={<Lines />}>
              <Nearest answer={answer} threadId={threadId} open={fresh} onGo={onGo} />
            </Suspense>
          )}
        {answer.state === 'failed' && <Trouble text={answer.error?.message ?? texts.failed} />}
      </div>
      {whole && (
        <footer className="mt-2.5 -ml-2 flex flex-wrap items-center gap-0.5 text-ink-soft">
          {answer.text && <CopyButton answer={answer} />}
          {answer.text && onInsert && (
            <Act icon={<NotebookPen size={15} aria-hidden />} onClick={() => onInsert(answer)}>
              {texts.insert}
            </Act>
          )}
          {onRate && answer.id !== undefined && answer.state === 'done' && (
            <Rate id={answer.id} rated={answer.feedback} onRate={onRate} />
          )}
          {onRetry && answer.state !== 'done' && (
            <Act icon={<RotateCcw size={15} aria-hidden />} onClick={() => onRetry(answer)}>
              {texts.retry}
            </Act>
          )}
          {onDismiss && answer.state === 'failed' && <Act onClick={onDismiss}>{texts.dismiss}</Act>}
          {onDelete && answer.id !== undefined && (
            <Act
              icon={<Trash2 size={15} aria-hidden />}
              onClick={() => {
                if (answer.id !== undefined) onDelete(answer.id);
              }}
            >
              {texts.remove}
            </Act>
          )}
          {answer.model === 'offline' && (
            <span className="ml-2 text-xs text-ink-faint">{texts.offline}</span>
          )}
        </footer>
      )}
    </article>
  );
});

function Act({
  icon,
  onClick,
  children,
}: {
  icon?: ReactNode;
  onClick: () => void;
  children: ReactNode;
}) {
  return (
    <Button look="quiet" onClick={onClick} className="px-2! text-[0.8125rem]!">
      {icon}
      {children}
    </Button>
  );
}

const whyCut = ({ error }: AnswerView): string =>
  error?.message === 'network error' ? texts.cut : (error?.message ?? texts.stopped);

const OPINIONS = [
  { value: 'like', label: texts.good, Icon: ThumbsUp },
  { value: 'dislike', label: texts.bad, Icon: ThumbsDown },
] as const;

/** Said once: afterwards both only show what was said. */
function Rate({
  id,
  rated,
  onRate,
}: {
  id: string;
  rated: AnswerView['feedback'];
  onRate: (rating: Rating) => void;
}) {
  return OPINIONS.map(({ value, label, Icon }) => (
    <IconButton
      key={value}
      label={label}
      aria-pressed={rated === value}
      disabled={rated !== null}
      onClick={() => onRate({ id, value })}
      className={rated === value ? 'text-accent! opacity-100!' : ''}
    >
      <Icon size={15} aria-hidden fill={rated === value ? 'currentColor' : 'none'} />
    </IconButton>
  ));
}

function CopyButton({ answer: { text, citations } }: { answer: AnswerView }) {
  const [done, setDone] = useState(false);
  const copy = async () => {
    if (!(await copyAnswer(text, citations))) return;
    setDone(true);
    setTimeout(() => setDone(false), 1600);
  };
  return (
    <Act
      icon={done ? <Check size={15} aria-hidden /> : <Copy size={15} aria-hidden />}
      onClick={() => void copy()}
    >
      {texts.copy}
    </Act>
  );
}

function Pending() {
  return (
    <div>
      <p className="mb-2.5 text-sm text-ink-soft">{texts.answering}</p>
      <Lines />
    </div>
  );
}

function Trouble({ text, calm = false }: { text: string; calm?: boolean }) {
  return (
    <p
      className={`mt-3 flex items-start gap-2 rounded-control px-3 py-2.5 text-sm ${calm ? 'bg-sunken text-ink-soft' : 'bg-warn-soft text-ink'}`}
    >
      {!calm && <TriangleAlert size={16} aria-hidden className="mt-0.5 shrink-0 text-warn" />}
      {text}
    </p>
  );
}
