import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Bookmark, CalendarClock, ExternalLink, RotateCcw } from 'lucide-react';
import type { MouseEvent } from 'react';
import { Link } from 'react-router';
import type { Source } from '#core/contract/source.ts';
import { kindDescriptor } from '#core/kinds.ts';
import { api, messageOf } from '#ui/client/api.ts';
import { keys } from '#ui/client/queries.ts';
import {
  bylineOf,
  originalOf,
  SourcePicture,
  stateOf,
  StatusLine,
  titleOf,
} from '#ui/features/sources/index.ts';
import { Skeleton } from '#ui/kit/empty-state.tsx';
import { IconButton } from '#ui/kit/button.tsx';
import { Checkbox } from '#ui/kit/checkbox.tsx';
import { toast } from '#ui/kit/toast.ts';
import { dayText } from '#ui/kit/format.ts';
import { intervalText } from '#ui/kit/texts/interval.ts';
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
      <Skeleton className="h-11 w-15 rounded-control!" />
      <div className="flex-1 space-y-2">
        <Skeleton className="h-3.5 w-3/5" />
        <Skeleton className="h-3 w-2/5" />
        <span className="sr-only">{texts.loading}</span>
      </div>
    </div>
  );
}

/** A row of the list. */
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

function Row({ source, chosen, onChoose }: { source: Source } & Omit<RowProps, 'id'>) {
  const cache = useQueryClient();
  const state = stateOf(source);
  const original = originalOf(source);
  const title = titleOf(source);
  const flags = (source.flags ?? []).map((flag) => texts.flags[flag]);
  const marks = [...flags, ...(source.folders ?? []), ...(source.tags ?? [])];
  const key = keys.sourceRow(source._id);
  const retry = useMutation({
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
  return (
    <div
      data-chosen={chosen || undefined}
      className="flex h-full items-center gap-2.5 pr-2 pl-1 transition-colors duration-(--quick) hover:bg-hover/50 data-chosen:bg-accent-soft sm:gap-3 sm:pr-3 sm:pl-1.5"
    >
      <Checkbox
        label={texts.select(title)}
        checked={chosen}
        onPress={(event) => onChoose(source._id, event)}
      />
      <SourcePicture source={source} className="h-11 w-15 rounded-control!" />
      <div className="min-w-0 flex-1">
        <p dir="auto" className="truncate text-left text-sm font-medium">
          <Link to={`/library/${source._id}`} data-title className="rounded-chip hover:underline">
            {title}
          </Link>
        </p>
        <p className="mt-0.5 flex min-w-0 items-center gap-1.5 text-xs text-ink-soft">
          <span className="shrink-0 max-sm:hidden">{kindDescriptor(source.sourceType).label}</span>
          <span aria-hidden className="max-sm:hidden">
            ·
          </span>
          <span className="truncate">{bylineOf(source)}</span>
          <span aria-hidden>·</span>
          <time dateTime={source.createdAt} className="shrink-0">
            {dayText(source.createdAt)}
          </time>
          {source.refreshEvery && (
            <span className="flex min-w-0 shrink-0 items-center gap-1 text-ink-faint max-sm:hidden">
              <span aria-hidden>·</span>
              <CalendarClock size={12} aria-hidden />
              {intervalText(source.refreshEvery)}
            </span>
          )}
        </p>
        {state.kind === 'ready' ? (
          marks.length > 0 && (
            <p className="mt-1 truncate text-xs text-ink-faint">{marks.join(texts.join)}</p>
          )
        ) : (
          <p
            className="mt-1 flex min-w-0 items-center gap-1.5 text-xs text-ink-soft"
            title={source.error?.message}
          >
            {source.state === 'bookmark' ? (
              <span className="flex shrink-0 items-center gap-1.5">
                <Bookmark size={13} aria-hidden />
                {texts.bookmark}
              </span>
            ) : (
              <StatusLine source={source} className="flex min-w-0 shrink-0 items-center gap-1.5" />
            )}
            {source.error && state.kind === 'issue' && (
              <span className="truncate text-ink-faint max-sm:hidden">
                {[...flags, source.error.message].join(texts.join)}
              </span>
            )}
          </p>
        )}
      </div>
      {state.kind === 'issue' && (
        <IconButton
          label={texts.retryOne(title)}
          tooltip={texts.retry}
          disabled={retry.isPending}
          onClick={() => retry.mutate()}
        >
          <RotateCcw size={16} aria-hidden />
        </IconButton>
      )}
      {original && (
        <a
          href={original}
          target="_blank"
          rel="noopener noreferrer"
          aria-label={texts.originalOf(title)}
          data-tooltip={texts.original}
          className="grid size-target shrink-0 place-items-center rounded-control text-ink-faint hover:bg-hover hover:text-ink max-sm:hidden"
        >
          <ExternalLink size={16} aria-hidden />
        </a>
      )}
    </div>
  );
}
