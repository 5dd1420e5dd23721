import { CircleAlert, X } from 'lucide-react';
import { Button, IconButton } from '#ui/kit/button.tsx';
import { Spinner } from '#ui/kit/spinner.tsx';
import { manyTexts as texts } from './texts.ts';
import { reasonsOf } from './run-many.ts';
import type { useMany } from './use-many.ts';

const FEW_REASONS = 3;

/** Shows the progress, then failures with reasons and the next step. */
export function ManyProgress({ many }: { many: ReturnType<typeof useMany> }) {
  const { state, why } = many;
  if (!state) return null;
  const { task, total, tried, outcome } = state;
  if (!outcome) {
    return (
      <div className="flex items-center gap-3 px-2 py-1">
        <Spinner />
        <div className="min-w-0 flex-1">
          <p className="flex justify-between gap-3 text-sm">
            <span className="truncate">{texts.running[task.what]}</span>
            <span className="shrink-0 text-ink-soft tabular-nums">
              {texts.progress(tried, total)}
            </span>
          </p>
          <div
            role="progressbar"
            aria-label={texts.running[task.what]}
            aria-valuemin={0}
            aria-valuemax={total}
            aria-valuenow={tried}
            className="mt-1.5 h-1.5 overflow-hidden rounded-full bg-sunken"
          >
            <span
              className="block h-full bg-accent transition-[width] duration-(--calm)"
              style={{ width: `${(tried / total) * 100}%` }}
            />
          </div>
        </div>
        <Button look="quiet" onClick={many.stop}>
          {texts.stop}
        </Button>
      </div>
    );
  }
  const reasons = reasonsOf(outcome.left);
  return (
    <div role="alert" className="flex items-start gap-2.5 px-2 py-1 text-sm">
      <CircleAlert size={17} aria-hidden className="mt-2 shrink-0 text-warn" />
      <div className="min-w-0 flex-1 py-1.5">
        {outcome.rest.length > 0 && (
          <p>
            {why === undefined
              ? texts.stopped(tried, total)
              : `${texts.stopped(tried, total)} ${texts.broke(why)}`}
          </p>
        )}
        {outcome.left.length > 0 && <p>{texts.left(outcome.left.length)}</p>}
        {reasons.length > 0 && (
          <ul className="mt-0.5 text-xs text-ink-soft">
            {reasons.slice(0, FEW_REASONS).map((it) => (
              <li key={it.message}>{texts.reason(it.count, it.message)}</li>
            ))}
          </ul>
        )}
      </div>
      {outcome.rest.length > 0 && <Button onClick={many.goOn}>{texts.continue}</Button>}
      <IconButton label={texts.close} onClick={many.close}>
        <X size={16} aria-hidden />
      </IconButton>
    </div>
  );
}
