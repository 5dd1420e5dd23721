/** Actions below an answer; loaded with the first answer. */
import { Check, Copy, NotebookPen, RotateCcw, ThumbsDown, ThumbsUp, Trash2 } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { Button, IconButton } from '#ui/kit/button.tsx';
import { answerTexts as texts } from '#ui/editor/texts/answers.ts';
import { copyAnswer } from './copy-answer.ts';
import type { Rating } from './rate-answer.ts';
import type { AnswerView } from './reduce.ts';

export interface AnswerActionsProps {
  answer: AnswerView;
  onRetry?: ((answer: AnswerView) => void) | undefined;
  onInsert?: ((answer: AnswerView) => void) | undefined;
  onDismiss?: (() => void) | undefined;
  onRate?: ((rating: Rating) => void) | undefined;
  /** asks first */
  onDelete?: ((id: string) => void) | undefined;
}

export function AnswerActions({
  answer,
  onRetry,
  onInsert,
  onDismiss,
  onRate,
  onDelete,
}: AnswerActionsProps) {
  return (
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
  );
}

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

const OPINIONS = [
  { value: 'like', label: texts.good, Icon: ThumbsUp },
  { value: 'dislike', label: texts.bad, Icon: ThumbsDown },
] as const;

/** Rated once: afterwards both buttons only show the rating. */
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
