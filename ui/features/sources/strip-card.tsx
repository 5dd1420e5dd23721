import { clsx } from 'clsx';
import { CloudOff } from 'lucide-react';
import { memo, type Ref, type RefObject } from 'react';
import type { Source } from '#core/contract/source.ts';
import { Skeleton } from '#ui/kit/empty-state.tsx';
import { Spinner } from '#ui/kit/spinner.tsx';
import { sourceTexts } from './texts/sources.ts';
import type { Awaited } from './add.ts';
import { SourceIcon, SourcePicture } from './source-picture.tsx';
import { bylineOf, explanationOf, shareDone, stateOf, titleOf } from './source-state.ts';
import { StatusIcon, statusText } from './status-mark.tsx';

export interface CardsHandle {
  /** scrolls to the card at this index */
  show(at: number): void;
}
/** Classes of all cards in any layout. */
export interface CardsProps {
  sources: readonly Source[];
  currentId: string | undefined;
  scrolled: RefObject<HTMLDivElement | null>;
  /** tabs of one line */
  isFolded: boolean;
  onView: (id: string) => void;
  ref: Ref<CardsHandle>;
}

interface CardProps {
  source: Source;
  current: boolean;
  /** the one that Tab leads to; arrow keys move to the others */
  tabbed: boolean;
  isFolded: boolean;
  onView: (id: string) => void;
}

export const StripCard = memo(function StripCard({
  source,
  current,
  tabbed,
  isFolded,
  onView,
}: CardProps) {
  const state = stateOf(source);
  const ready = state.kind === 'ready';
  const tooltip = state.kind === 'issue' ? explanationOf(source) : state.tooltip;
  const share = state.kind === 'processing' ? shareDone(source) : undefined;
  return (
    <button
      type="button"
      data-card={source._id}
      aria-current={current}
      tabIndex={tabbed ? 0 : -1}
      data-tooltip={tooltip || titleOf(source)}
      aria-description={tooltip || undefined}
      onClick={() => onView(source._id)}
      className={clsx(
        'relative flex w-45 items-center overflow-hidden border text-left transition-colors duration-(--quick)',
        isFolded
          ? [
              TAB_HEIGHT,
              'gap-2 rounded-control px-2 text-[0.8125rem]',
              current
                ? 'border-line-strong bg-surface font-medium shadow-low'
                : 'border-transparent text-ink-soft hover:bg-hover hover:text-ink',
            ]
          : [
              'h-16 gap-2 rounded-card p-1.5 pr-2',
              current
                ? 'border-accent bg-surface shadow-low ring-1 ring-accent'
                : 'border-line bg-surface hover:border-line-strong hover:bg-hover',
            ],
      )}
    >
      {isFolded ? (
        <FoldedCard source={source} isReady={ready} />
      ) : (
        <OpenCard source={source} isReady={ready} />
      )}
      {share !== undefined && (
        <span
          aria-hidden
          className="absolute inset-x-0 bottom-0 h-0.5 origin-left bg-accent transition-transform duration-(--calm)"
          style={{ transform: `scaleX(${share})` }}
        />
      )}
    </button>
  );
});

const TAB_HEIGHT = 'h-[calc(var(--target)-4px)]';

function FoldedCard({ source, isReady }: { source: Source; isReady: boolean }) {
  return (
    <>
      {isReady ? <SourceIcon source={source} size={15} /> : <StatusIcon source={source} />}
      <span dir="auto" className="min-w-0 flex-1 truncate">
        {titleOf(source)}
      </span>
      {!isReady && <span className="sr-only">{statusText(source)}</span>}
    </>
  );
}

function OpenCard({ source, isReady: ready }: { source: Source; isReady: boolean }) {
  return (
    <>
      <span className="relative shrink-0">
        <SourcePicture
          source={source}
          className={clsx('rounded-control!', ready ? 'size-11' : 'size-9')}
        />
        {!ready && (
          <span className="absolute -right-1 -bottom-1 grid size-5 place-items-center rounded-full border border-line bg-raised">
            <StatusIcon source={source} />
          </span>
        )}
      </span>
      <span className="min-w-0 flex-1">
        <span
          dir="auto"
          className={clsx(
            'text-[0.78125rem] leading-[1.0625rem] font-medium',
            ready ? 'line-clamp-2' : 'block truncate',
          )}
        >
          {titleOf(source)}
        </span>
        <span
          className={clsx(
            'text-[0.6875rem] leading-4',
            ready
              ? 'block truncate text-ink-faint'
              : 'line-clamp-2 leading-[0.875rem]! text-ink-soft',
          )}
        >
          {ready ? statusText(source) || bylineOf(source) : statusText(source)}
        </span>
      </span>
    </>
  );
}

/** For a source that the server doesn't have yet. */
export function AwaitedCard({ name, waits, isFolded }: Awaited & { isFolded: boolean }) {
  return (
    <div
      className={clsx(
        'flex w-45 shrink-0 items-center gap-2 border border-dashed border-line-strong bg-surface',
        isFolded ? [TAB_HEIGHT, 'rounded-control px-2'] : 'h-16 rounded-card p-1.5 pr-2',
      )}
    >
      <span
        className={clsx(
          'grid shrink-0 place-items-center rounded-control',
          !isFolded && 'size-9 bg-hover',
        )}
      >
        {waits ? (
          <CloudOff size={16} aria-hidden className="text-warn" />
        ) : (
          <Spinner className="size-4!" />
        )}
      </span>
      <span className="min-w-0 flex-1">
        <span className="block truncate text-[0.78125rem] leading-[1.0625rem] font-medium">
          {name}
        </span>
        <span
          className={clsx(
            'text-[0.6875rem] leading-4 text-ink-soft',
            isFolded ? 'sr-only' : 'line-clamp-2',
          )}
        >
          {waits ? sourceTexts.offline : sourceTexts.adding}
        </span>
      </span>
    </div>
  );
}

export const CardSkeleton = ({ isFolded }: { isFolded: boolean }) => (
  <Skeleton className={clsx('w-45 shrink-0', isFolded ? TAB_HEIGHT : 'h-16 rounded-card!')} />
);
