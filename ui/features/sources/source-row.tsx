import { clsx } from 'clsx';
import type { ReactNode } from 'react';
import type { Source } from '#core/contract/source.ts';
import { SourcePicture } from './source-picture.tsx';
import { titleOf } from './source-state.ts';

interface SourceRowProps {
  source: Source;
  onPick: () => void;
  /** click handler, if it doesn't open the source */
  name?: string;
  tooltip?: string | undefined;
  isCurrent?: boolean;
  isDisabled?: boolean;
  /** its size */
  pictureClass: string;
  iconSize?: number;
  titleClass?: string;
  /** below the title */
  children: ReactNode;
  before?: ReactNode;
  /** further actions */
  after?: ReactNode;
  className?: string;
}

/** A source in any list of a thread's sources: its picture, title and details are one button. */
export function SourceRow({
  source,
  onPick,
  name,
  tooltip,
  isCurrent = false,
  isDisabled = false,
  pictureClass,
  iconSize = 16,
  titleClass = 'block truncate',
  children,
  before,
  after,
  className,
}: SourceRowProps) {
  return (
    <div
      className={clsx(
        'relative flex rounded-control',
        isCurrent ? 'bg-accent-soft' : !isDisabled && 'hover:bg-hover',
        className,
      )}
    >
      {before}
      <button
        type="button"
        data-main
        aria-current={isCurrent}
        aria-disabled={isDisabled}
        data-tooltip={tooltip}
        onClick={() => {
          if (!isDisabled) onPick();
        }}
        className={clsx(
          'flex min-h-11 min-w-0 flex-1 items-center gap-2.5 rounded-control text-left outline-none after:absolute after:inset-0 after:rounded-control focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-(--focus) @max-sm:items-start',
          isDisabled && 'cursor-not-allowed! opacity-55',
        )}
      >
        <SourcePicture source={source} className={pictureClass} iconSize={iconSize} />
        <span className="min-w-0 flex-1">
          <span dir="auto" className={clsx('text-sm', titleClass)}>
            {name && <span className="sr-only">{name}</span>}
            <span aria-hidden={name !== undefined}>{titleOf(source)}</span>
          </span>
          {children}
        </span>
      </button>
      {after && <div className="relative flex shrink-0 @max-xs:flex-col">{after}</div>}
    </div>
  );
}
