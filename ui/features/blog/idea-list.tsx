import { clsx } from 'clsx';
import { Check, RotateCcw } from 'lucide-react';
import { Skeleton } from '#ui/kit/empty-state.tsx';
import { Button } from '#ui/kit/button.tsx';
import { ideaTexts as texts } from './texts.ts';
import { useIdeas } from './use-ideas.ts';

interface IdeaListProps {
  threadId: string;
  sourceId: string;
  model: number;
  chosen: ReadonlySet<number>;
  most: number;
  disabled: boolean;
  onChange: (chosen: ReadonlySet<number>) => void;
}

/**
 * Ideas can be chosen when all have arrived, because a choice is an index into the complete list.
 */
export function IdeaList({
  threadId,
  sourceId,
  model,
  chosen,
  most,
  disabled,
  onChange,
}: IdeaListProps) {
  const { ideas, whole, failure, again } = useIdeas(threadId, sourceId, model);
  const turn = (at: number) => {
    const next = new Set(chosen);
    if (!next.delete(at) && next.size < most) next.add(at);
    onChange(next);
  };
  return (
    <>
      <ul
        aria-label={texts.ideas}
        aria-busy={!whole && failure === undefined}
        className="space-y-2"
      >
        {ideas.map(({ title, description }, at) => {
          const on = chosen.has(at);
          return (
            <li key={`${at} ${title}`} className="animate-rise">
              <label
                className={clsx(
                  'flex items-start gap-3 rounded-card border p-3 has-focus-visible:outline-2 has-focus-visible:outline-(--focus)',
                  on ? 'border-accent bg-accent-soft' : 'border-line bg-surface',
                  whole && !disabled && 'cursor-pointer hover:border-line-strong',
                )}
              >
                <input
                  type="checkbox"
                  checked={on}
                  disabled={!whole || disabled || (!on && chosen.size >= most)}
                  onChange={() => turn(at)}
                  className="peer sr-only"
                />
                <span
                  aria-hidden
                  className={clsx(
                    'mt-0.5 grid size-[1.125rem] shrink-0 place-items-center rounded-chip border',
                    on ? 'border-accent bg-accent text-on-accent' : 'border-line-field bg-surface',
                  )}
                >
                  {on && <Check size={13} strokeWidth={3} />}
                </span>
                <span className="min-w-0">
                  <span className="block text-sm leading-snug font-medium wrap-anywhere">
                    {title}
                  </span>
                  {description && (
                    <span className="mt-1 line-clamp-4 block text-[0.8125rem] leading-snug text-ink-soft wrap-anywhere">
                      {description}
                    </span>
                  )}
                </span>
              </label>
            </li>
          );
        })}
        {!whole &&
          failure === undefined &&
          Array.from({ length: Math.max(1, 4 - ideas.length) }, (_, n) => (
            <li
              key={`wait ${n}`}
              aria-hidden
              className="space-y-2 rounded-card border border-line p-3"
            >
              <Skeleton className="h-4 w-4/5" />
              <Skeleton className="h-3.5 w-full" />
            </li>
          ))}
      </ul>
      <p role="status" className="sr-only">
        {whole || failure !== undefined ? '' : texts.generatingIdeas}
      </p>
      {failure !== undefined && (
        <div
          role="alert"
          className="mt-3 flex flex-wrap items-center justify-between gap-2 rounded-control bg-danger-soft px-3 py-2 text-[0.8125rem] text-danger"
        >
          <span>{texts.failed(failure)}</span>
          <Button onClick={again}>{texts.retry}</Button>
        </div>
      )}
      {whole && ideas.length === 0 && <p className="py-4 text-sm text-ink-soft">{texts.none}</p>}
      {whole && (
        <Button
          look="quiet"
          disabled={disabled}
          onClick={() => {
            onChange(new Set());
            again();
          }}
          className="mt-2 -ml-2"
        >
          <RotateCcw size={15} aria-hidden />
          {texts.more}
        </Button>
      )}
    </>
  );
}
