import { useQueryClient, type InfiniteData } from '@tanstack/react-query';
import { NotebookText, Plus, Search, X } from 'lucide-react';
import { lazy, Suspense, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { Link, useNavigate, useSearchParams } from 'react-router';
import { z } from 'zod';
import { SAMPLE_TITLE, type ThreadCard } from '#core/contract/thread.ts';
import { messageOf } from '#ui/client/api.ts';
import { keys, useThreadPages } from '#ui/client/queries.ts';
import { EmptyState, Skeleton } from '#ui/kit/empty-state.tsx';
import { Button, buttonClass, IconButton } from '#ui/kit/button.tsx';
import { SlowSkeleton } from '#ui/kit/slow-skeleton.tsx';
import { useDebounced } from '#ui/kit/use-debounced.ts';
import { createStoredItem } from '#ui/storage/stored-item.ts';
import { threadsTexts as texts } from './texts/threads.ts';
import { useDeleteThread } from './delete-thread.ts';
import { useDeletedThreads } from './deleted-threads.ts';
import { useSavedThreads } from './saved-threads.ts';
import { useNewThread } from './thread-edits.ts';
import { GRID, ThreadGrid } from './thread-grid.tsx';

const ShareDialog = lazy(() =>
  import('./share-dialog.tsx').then((it) => ({ default: it.ShareDialog })),
);
/** Below this number, all titles are visible without a search. */
const MANY = 9;

export function ThreadsPage() {
  const [params, setParams] = useSearchParams();
  const [text, setText] = useState(params.get('query') ?? '');
  const query = useDebounced(text.trim());
  const {
    data,
    isPending,
    error,
    refetch,
    hasNextPage,
    isFetchingNextPage,
    fetchNextPage,
    isPlaceholderData,
  } = useThreadPages(query);
  const saved = useSavedThreads(
    query === '' && !isPlaceholderData ? data?.pages[0] : undefined,
    error,
  );
  const pages = useMemo(
    () => data?.pages ?? (saved && query === '' ? [saved] : undefined),
    [data, saved, query],
  );
  const leaving = useDeletedThreads();
  const threads = useMemo(
    () => pages?.flatMap((page) => page.docs).filter((it) => !leaving.has(it._id)),
    [pages, leaving],
  );
  const create = useNewThread();
  const remove = useDeleteThread();
  const [sharing, setSharing] = useState<ThreadCard>();
  const more = hasNextPage && !isPlaceholderData;
  useWelcome(query === '' ? threads : undefined, more);
  useEffect(() => {
    document.title = texts.page;
  }, []);
  useEffect(() => {
    if ((params.get('query') ?? '') !== query) setParams(query ? { query } : {}, { replace: true });
  }, [query, params, setParams]);
  const asked = useRef(remove);
  useEffect(() => {
    asked.current = remove;
  });
  const onDelete = useCallback((thread: ThreadCard) => asked.current(thread), []);
  const onMore = useCallback(() => {
    if (!isFetchingNextPage) void fetchNextPage();
  }, [isFetchingNextPage, fetchNextPage]);
  useKeptShort(query);
  const any = threads && threads.length > 0;
  const sought = text.trim() !== '' || query !== '';
  const make = (
    <Button disabled={create.isPending} onClick={() => create.mutate()}>
      <Plus size={17} aria-hidden />
      {texts.new}
    </Button>
  );
  return (
    <>
      <div className="mb-4 flex flex-wrap items-center gap-x-4 gap-y-3">
        <h2 className="flex-1 text-lg leading-tight font-semibold tracking-tight">{texts.title}</h2>
        {(sought || (threads && threads.length >= MANY)) && <Find text={text} onText={setText} />}
        {(any || sought) && make}
      </div>
      {isPending && !pages && <Waiting />}
      {error && !pages && (
        <EmptyState title={texts.failed} text={messageOf(error)}>
          <Button onClick={() => void refetch()}>{texts.retry}</Button>
        </EmptyState>
      )}
      {threads?.length === 0 &&
        !more &&
        (sought ? (
          <EmptyState
            className="min-h-[40dvh]"
            icon={<Search size={22} strokeWidth={1.6} aria-hidden />}
            title={texts.none(query)}
            text={texts.noneText}
          >
            <Button onClick={() => setText('')}>{texts.clear}</Button>
            <Link to={`/search?q=${encodeURIComponent(query)}`} className={buttonClass()}>
              {texts.searchAll}
            </Link>
          </EmptyState>
        ) : (
          <EmptyState
            className="min-h-[50dvh]"
            icon={<NotebookText size={22} strokeWidth={1.6} aria-hidden />}
            title={texts.firstTitle}
            text={texts.firstText}
          >
            {make}
          </EmptyState>
        ))}
      {any && (
        <ThreadGrid
          threads={threads}
          more={more}
          onMore={onMore}
          onDelete={onDelete}
          onShare={setSharing}
        />
      )}
      <p role="status" className="sr-only">
        {query !== '' && threads && !isPlaceholderData ? texts.found(threads.length, more) : ''}
      </p>
      {sharing && (
        <Suspense>
          <ShareDialog thread={sharing} onClose={() => setSharing(undefined)} />
        </Suspense>
      )}
    </>
  );
}

const Waiting = () => (
  <SlowSkeleton>
    <ul aria-busy="true" className={GRID}>
      {[0, 1, 2, 3, 4, 5].map((n) => (
        <li key={n}>
          <Skeleton className="h-full rounded-card!" />
        </li>
      ))}
    </ul>
  </SlowSkeleton>
);

function Find({ text, onText }: { text: string; onText: (text: string) => void }) {
  const field = useRef<HTMLInputElement>(null);
  return (
    <div role="search" className="relative w-64 max-sm:order-last max-sm:w-full">
      <Search
        size={16}
        aria-hidden
        className="pointer-events-none absolute top-1/2 left-3 -translate-y-1/2 text-ink-faint"
      />
      <input
        ref={field}
        type="search"
        aria-label={texts.find}
        placeholder={texts.find}
        value={text}
        maxLength={300}
        onChange={(event) => onText(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Escape') onText('');
        }}
        className="h-10 min-h-target w-full rounded-control border border-line-field bg-surface pr-10 pl-9 text-sm placeholder:text-ink-faint"
      />
      {text !== '' && (
        <IconButton
          label={texts.clear}
          onClick={() => {
            onText('');
            field.current?.focus();
          }}
          className="absolute top-1/2 right-1 -translate-y-1/2"
        >
          <X size={15} aria-hidden />
        </IconButton>
      )}
    </div>
  );
}

/** Returning to the list starts at the top, so that only the first page is fetched again. */
function useKeptShort(query: string): void {
  const cache = useQueryClient();
  useEffect(
    () => () => {
      cache.setQueryData<InfiniteData<unknown>>(
        keys.threadPages(query),
        (was) => was && { pages: was.pages.slice(0, 1), pageParams: was.pageParams.slice(0, 1) },
      );
    },
    [cache, query],
  );
}

const welcomed = createStoredItem('gloss-welcomed', z.literal(1), { fallback: undefined });

/**
 * The first visit of a browser that only has the sample opens it, to show the product before a link
 * is pasted.
 */
function useWelcome(threads: readonly ThreadCard[] | undefined, more: boolean): void {
  const navigate = useNavigate();
  useEffect(() => {
    if (!threads || welcomed.read()) return;
    welcomed.write(1);
    const [only, another] = threads;
    if (only && !another && !more && only.title === SAMPLE_TITLE)
      void navigate(`/t/${only.url}`, { replace: true });
  }, [threads, more, navigate]);
}
