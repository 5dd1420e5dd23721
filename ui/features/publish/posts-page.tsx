/** `/posts`: the user's posts, published or not. */
import { useInfiniteQuery } from '@tanstack/react-query';
import { Newspaper } from 'lucide-react';
import { useEffect } from 'react';
import { Link, useSearchParams } from 'react-router';
import { PostStatus } from '#core/contract/post.ts';
import { messageOf } from '#ui/client/api.ts';
import { postApi } from '#ui/client/post-api.ts';
import { keys } from '#ui/client/queries.ts';
import { PageHeading } from '#ui/kit/page-heading.tsx';
import { EmptyState, Skeleton } from '#ui/kit/empty-state.tsx';
import { Button, buttonClass } from '#ui/kit/button.tsx';
import { Segments } from '#ui/kit/segments.tsx';
import { useRovingList } from '#ui/kit/use-roving-list.ts';
import { postTexts as texts } from './texts.ts';
import { PostRow } from './post-row.tsx';

const { new: begun, draft, published, archived, deleted } = PostStatus;
const FILTERS = {
  all: [begun, draft, published, archived],
  draft: [begun, draft],
  published: [published],
  archived: [archived],
  deleted: [deleted],
} as const satisfies Record<string, readonly number[]>;
type Filter = keyof typeof FILTERS;
const OPTIONS = (['all', 'draft', 'published', 'archived', 'deleted'] as const).map((value) => ({
  value,
  label: texts.filters[value],
}));
const filterOf = (name: string | null): Filter =>
  OPTIONS.find((it) => it.value === name)?.value ?? 'all';

export function PostsPage() {
  const [params, setParams] = useSearchParams();
  const filter = filterOf(params.get('status'));
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery(
    {
      queryKey: keys.postList(FILTERS[filter]),
      queryFn: ({ signal, pageParam }) => postApi.list(FILTERS[filter], pageParam, signal),
      initialPageParam: undefined as string | undefined,
      getNextPageParam: ({ next }) => next ?? undefined,
    },
  );
  useEffect(() => {
    document.title = texts.page;
  }, []);
  const posts = data?.pages.flatMap((it) => it.docs);
  const roving = useRovingList({ count: posts?.length ?? 0 });
  return (
    <>
      <PageHeading title={texts.title} className="mb-6 flex-wrap gap-x-6 gap-y-3">
        <div className="max-w-full overflow-x-auto [scrollbar-width:none]">
          <Segments
            label={texts.filter}
            options={OPTIONS}
            value={filter}
            onChange={(next) =>
              setParams(next === 'all' ? {} : { status: next }, { replace: true })
            }
          />
        </div>
      </PageHeading>
      {!posts && !error && (
        <div aria-busy="true" className="space-y-3">
          {[0, 1, 2].map((n) => (
            <Skeleton key={n} className="h-24 rounded-card!" />
          ))}
        </div>
      )}
      {!posts && error && (
        <EmptyState title={texts.failed} text={messageOf(error)}>
          <Button onClick={() => void refetch()}>{texts.retry}</Button>
        </EmptyState>
      )}
      {posts?.length === 0 &&
        (filter === 'all' ? (
          <EmptyState
            className="min-h-[46dvh]"
            icon={<Newspaper size={22} strokeWidth={1.6} aria-hidden />}
            title={texts.emptyTitle}
            text={texts.emptyText}
          >
            <Link to="/" className={buttonClass('primary')}>
              {texts.emptyAction}
            </Link>
          </EmptyState>
        ) : (
          <EmptyState className="min-h-[30dvh]" title={texts.noneTitle} text={texts.noneText} />
        ))}
      {posts && posts.length > 0 && (
        <ul
          ref={roving}
          aria-label={texts.list}
          className="overflow-hidden rounded-card border border-line bg-surface"
        >
          {posts.map((post) => (
            <PostRow key={post._id} post={post} />
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
