/** Deleted sources, which can be restored for a while. */
import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import { ArrowLeft, RotateCcw, Trash2 } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Link } from 'react-router';
import { TRASH_DAYS, type TrashPage as TrashPageOf } from '#core/contract/library.ts';
import { messageOf } from '#ui/client/api.ts';
import { libraryApi } from '#ui/client/library-api.ts';
import { keys } from '#ui/client/queries.ts';
import { SourcePicture, titleOf } from '#ui/features/sources/index.ts';
import { PageHeading } from '#ui/kit/page-heading.tsx';
import { EmptyState, Skeleton } from '#ui/kit/empty-state.tsx';
import { Button, buttonClass } from '#ui/kit/button.tsx';
import { Confirm } from '#ui/kit/dialog.tsx';
import { dayText } from '#ui/kit/format.ts';
import { useRovingList } from '#ui/kit/use-roving-list.ts';
import { toast } from '#ui/kit/toast.ts';
import { libraryTexts, manyTexts, sourceTexts, trashTexts as texts } from './texts.ts';

type TrashedSource = TrashPageOf['docs'][number];
const DAY_MS = 24 * 3600 * 1000;

export function TrashPage() {
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery(
    {
      queryKey: keys.trash,
      queryFn: ({ signal, pageParam }) => libraryApi.trash(pageParam, signal),
      initialPageParam: undefined as string | undefined,
      getNextPageParam: ({ next }) => next ?? undefined,
    },
  );
  useEffect(() => {
    document.title = texts.page;
  }, []);
  const sources = data?.pages.flatMap((it) => it.docs);
  const roving = useRovingList({ count: sources?.length ?? 0 });
  return (
    <>
      <PageHeading title={texts.title} className="mb-2 gap-3">
        <Link to="/library" className={buttonClass('quiet')}>
          <ArrowLeft size={16} aria-hidden />
          {libraryTexts.title}
        </Link>
      </PageHeading>
      <p className="mb-6 text-sm text-ink-soft">{texts.text}</p>
      {!sources && !error && <Skeleton className="h-40 rounded-card!" />}
      {!sources && error && (
        <EmptyState title={texts.failed} text={messageOf(error)}>
          <Button onClick={() => void refetch()}>{libraryTexts.retry}</Button>
        </EmptyState>
      )}
      {sources?.length === 0 && (
        <EmptyState
          icon={<Trash2 size={22} strokeWidth={1.6} aria-hidden />}
          title={texts.emptyTitle}
        />
      )}
      {sources && sources.length > 0 && (
        <ul
          ref={roving}
          aria-label={texts.list}
          className="divide-y divide-line overflow-hidden rounded-card border border-line bg-surface"
        >
          {sources.map((source) => (
            <TrashRow key={source._id} source={source} />
          ))}
        </ul>
      )}
      {hasNextPage && (
        <div className="mt-4 text-center">
          <Button disabled={isFetchingNextPage} onClick={() => void fetchNextPage()}>
            {texts.more}
          </Button>
        </div>
      )}
    </>
  );
}

function TrashRow({ source }: { source: TrashedSource }) {
  const cache = useQueryClient();
  const [asks, setAsks] = useState(false);
  const title = titleOf(source);
  const act = useMutation({
    mutationFn: (what: 'restore' | 'delete') => libraryApi.many({ what, ids: [source._id] }),
    onSuccess: ({ left }, what) => {
      const [failed] = left;
      if (failed) toast.error(failed.message);
      else toast.success(manyTexts.done[what](1));
      for (const queryKey of [keys.sources, keys.threads, keys.anyThread])
        void cache.invalidateQueries({ queryKey });
    },
    onError: (error) => toast.error(messageOf(error)),
  });
  return (
    <li className="flex flex-wrap items-center gap-3 px-3.5 py-3">
      <SourcePicture source={source} className="h-11 w-15 rounded-control!" />
      <div className="min-w-40 flex-1">
        <p dir="auto" className="truncate text-left text-sm font-medium">
          {title}
        </p>
        <p className="mt-0.5 text-xs text-ink-soft">
          {texts.until(
            dayText(source.deletedAt),
            dayText(Date.parse(source.deletedAt) + TRASH_DAYS * DAY_MS),
          )}
        </p>
      </div>
      <Button
        aria-label={texts.restoreOne(title)}
        disabled={act.isPending}
        onClick={() => act.mutate('restore')}
      >
        <RotateCcw size={15} aria-hidden />
        {texts.restore}
      </Button>
      <Button
        look="quiet"
        className="text-danger!"
        aria-label={texts.deleteOne(title)}
        disabled={act.isPending}
        onClick={() => setAsks(true)}
      >
        {texts.delete}
      </Button>
      <Confirm
        open={asks}
        onOpenChange={setAsks}
        title={sourceTexts.deleteTitle(title)}
        text={texts.deleteText}
        action={texts.delete}
        onConfirm={() => act.mutate('delete')}
      />
    </li>
  );
}
