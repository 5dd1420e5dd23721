import { useMutation, useQueryClient } from '@tanstack/react-query';
import { RotateCcw } from 'lucide-react';
import type { KeyboardEvent, MouseEvent } from 'react';
import { Link } from 'react-router';
import type { LibraryView } from '#core/contract/library.ts';
import type { Source } from '#core/contract/source.ts';
import { kindDescriptor } from '#core/kinds.ts';
import { api, messageOf } from '#ui/client/api.ts';
import { keys } from '#ui/client/queries.ts';
import { bylineOf, SourceIcon, stateOf, titleOf } from '#ui/features/sources/index.ts';
import { Skeleton } from '#ui/kit/empty-state.tsx';
import { IconButton } from '#ui/kit/button.tsx';
import { Checkbox } from '#ui/kit/checkbox.tsx';
import { toast } from '#ui/kit/toast.ts';
import { dayText } from '#ui/kit/format.ts';
import { useMedia } from '#ui/kit/media-queries.ts';
import { takesSingleKey } from '#ui/kit/single-keys.ts';
import { useMoveSource, viewOf } from './move-source.ts';
import { NarrowRowActions, WideRowActions } from './row-actions.tsx';
import { lengthOf, RowMarks, RowProgress, RowStatus, RowTags } from './row-details.tsx';
import { libraryTexts as texts } from './texts.ts';
import { useSourceRow } from './use-library.ts';

interface RowProps {
  id: string;
  chosen: boolean;
  onChoose: (id: string, event: MouseEvent) => void;
}

/** A placeholder with the final size of a row. */
export function RowSkeleton() {
  return (
    <div aria-busy="true" className="flex h-full items-center gap-3.5 px-3.5">
      <Skeleton className="size-5" />
      <Skeleton className="size-4.5" />
      <div className="flex-1">
        <Skeleton className="h-3.5 w-3/5" />
        <span className="sr-only">{texts.loading}</span>
      </div>
    </div>
  );
}

/** One line of the list; two on a phone. */
export function SourceRow({ id, chosen, onChoose }: RowProps) {
  const { data: source, error } = useSourceRow(id);
  if (source) return <Row source={source} chosen={chosen} onChoose={onChoose} />;
  if (source === undefined && !error) return <RowSkeleton />;
  return (
    <p className="grid h-full content-center px-4 text-sm text-ink-soft">
      {error ? messageOf(error) : texts.gone}
    </p>
  );
}

const VIEW_KEYS: Readonly<Record<string, LibraryView>> = { e: 'archive', l: 'later' };

function Row({ source, chosen, onChoose }: { source: Source } & Omit<RowProps, 'id'>) {
  const title = titleOf(source);
  const retry = useRetry(source);
  const move = useMoveSource();
  const isNarrow = useMedia('(max-width: 639px)');
  const isBroken = stateOf(source).kind === 'issue';
  const moveTo = (view: LibraryView) => move(source, view);
  const pressed = (event: KeyboardEvent) => {
    const view = VIEW_KEYS[event.key.toLowerCase()];
    // A checkbox is an input too, in which nothing is typed.
    const isCheckbox = event.target instanceof HTMLInputElement && event.target.type === 'checkbox';
    if (!view || (!isCheckbox && !takesSingleKey(event.nativeEvent))) return;
    event.preventDefault();
    moveTo(viewOf(source) === view ? 'inbox' : view);
  };
  const actions = {
    source,
    onMove: moveTo,
    onRetry: isBroken ? () => retry.mutate() : undefined,
  };
  return (
    <div
      data-chosen={chosen || undefined}
      onKeyDown={pressed}
      className="group flex h-full items-center gap-2 pr-1 pl-1 transition-colors duration-(--quick) hover:bg-hover/50 data-chosen:bg-accent-soft sm:gap-2.5 sm:pr-3 sm:pl-1.5"
    >
      <Checkbox
        label={texts.select(title)}
        checked={chosen}
        onPress={(event) => onChoose(source._id, event)}
      />
      <SourceIcon source={source} size={18} />
      {isNarrow ? <NarrowText source={source} /> : <WideText source={source} />}
      {isBroken && !isNarrow && (
        <IconButton
          label={texts.retryOne(title)}
          tooltip={texts.retry}
          disabled={retry.isPending}
          onClick={() => retry.mutate()}
        >
          <RotateCcw size={16} aria-hidden />
        </IconButton>
      )}
      {isNarrow ? (
        <NarrowRowActions {...actions} />
      ) : (
        <div className="relative flex h-full shrink-0 items-center justify-end">
          <time
            dateTime={source.createdAt}
            className="w-24 text-right text-xs whitespace-nowrap text-ink-faint tabular-nums group-focus-within:invisible group-hover:invisible pointer-coarse:hidden"
          >
            {dayText(source.createdAt)}
          </time>
          <div className="right-0 flex opacity-0 group-focus-within:opacity-100 group-hover:opacity-100 pointer-fine:absolute pointer-coarse:opacity-100">
            <WideRowActions {...actions} />
          </div>
        </div>
      )}
    </div>
  );
}

const Title = ({ source, className }: { source: Source; className: string }) => (
  <p dir="auto" className={`truncate text-left text-sm font-medium ${className}`}>
    <Link to={`/library/${source._id}`} data-title className="rounded-chip hover:underline">
      {titleOf(source)}
    </Link>
  </p>
);

function WideText({ source }: { source: Source }) {
  const length = lengthOf(source);
  const byline = bylineOf(source);
  return (
    <>
      <div className="flex min-w-0 flex-1 items-baseline gap-2">
        <Title source={source} className="min-w-0" />
        <span className="sr-only">{kindDescriptor(source.sourceType).label}</span>
        {byline !== length && (
          <span dir="auto" className="max-w-56 min-w-16 shrink truncate text-xs text-ink-soft">
            {byline}
          </span>
        )}
      </div>
      <RowStatus source={source} />
      <span className="flex shrink-0 items-center gap-1.5">
        <span className="contents max-lg:hidden">
          <RowTags source={source} />
        </span>
        <RowMarks source={source} />
      </span>
      <RowProgress source={source} />
      <span className="w-16 shrink-0 text-right text-xs whitespace-nowrap text-ink-faint tabular-nums">
        {length}
      </span>
    </>
  );
}

function NarrowText({ source }: { source: Source }) {
  const isReady = stateOf(source).kind === 'ready';
  return (
    <div className="min-w-0 flex-1">
      <Title source={source} className="" />
      <span className="sr-only">{kindDescriptor(source.sourceType).label}</span>
      <p className="mt-1 flex min-w-0 items-center gap-1.5 overflow-hidden text-xs text-ink-soft">
        {isReady ? (
          <>
            <span className="min-w-14 truncate">{bylineOf(source)}</span>
            <RowProgress source={source} />
            <RowMarks source={source} />
            <RowTags source={source} most={1} />
          </>
        ) : (
          <RowStatus source={source} />
        )}
      </p>
    </div>
  );
}

/** Processes the source again. */
function useRetry(source: Source) {
  const cache = useQueryClient();
  const key = keys.sourceRow(source._id);
  return useMutation({
    mutationFn: () => api.retrySource(source._id),
    // It is processing as soon as it is requested; the error returns if the request fails.
    onMutate: () => {
      const { error: _error, ...rest } = source;
      cache.setQueryData<Source>(key, {
        ...rest,
        status: { ...source.status, embedding: 0, transcript: 0 },
      });
      return { before: source };
    },
    onError: (error, _none, kept) => {
      cache.setQueryData(key, kept?.before);
      toast.error(messageOf(error));
    },
    onSettled: () => cache.invalidateQueries({ queryKey: keys.sources }),
  });
}
