/** Feeds, channels and searches whose new items become sources. */
import { useQuery } from '@tanstack/react-query';
import { ArrowLeft, Rss } from 'lucide-react';
import { useEffect } from 'react';
import { Link } from 'react-router';
import { messageOf } from '#ui/client/api.ts';
import { followApi } from '#ui/client/follow-api.ts';
import { keys } from '#ui/client/queries.ts';
import { Button, buttonClass } from '#ui/kit/button.tsx';
import { PageHeading } from '#ui/kit/page-heading.tsx';
import { EmptyState, Skeleton } from '#ui/kit/empty-state.tsx';
import { SlowSkeleton } from '#ui/kit/slow-skeleton.tsx';
import { FollowForm } from './follow-form.tsx';
import { FollowRow } from './follow-row.tsx';
import { followTexts as texts } from './texts.ts';

/** Checks take place on the server; the list shows their results within this time. */
const LOOK_MS = 3_000;

export function FollowsPage() {
  const { data, error, refetch } = useQuery({
    queryKey: keys.follows,
    queryFn: ({ signal }) => followApi.list(signal),
    refetchInterval: LOOK_MS,
  });
  useEffect(() => {
    document.title = texts.page;
  }, []);
  return (
    <>
      <PageHeading title={texts.title} className="mb-2 gap-3">
        <Link to="/library" className={buttonClass('quiet')}>
          <ArrowLeft size={16} aria-hidden />
          {texts.library}
        </Link>
      </PageHeading>
      <p className="mb-6 text-sm text-ink-soft">{texts.text}</p>
      <FollowForm />
      {!data && !error && (
        <SlowSkeleton>
          <Skeleton className="h-40 rounded-card!" />
        </SlowSkeleton>
      )}
      {!data && error && (
        <EmptyState title={texts.failed} text={messageOf(error)}>
          <Button onClick={() => void refetch()}>{texts.retry}</Button>
        </EmptyState>
      )}
      {data?.length === 0 && (
        <EmptyState
          icon={<Rss size={22} strokeWidth={1.6} aria-hidden />}
          title={texts.emptyTitle}
          text={texts.emptyText}
        />
      )}
      {data && data.length > 0 && (
        <ul
          aria-label={texts.list}
          className="divide-y divide-line overflow-hidden rounded-card border border-line bg-surface"
        >
          {data.map((follow) => (
            <FollowRow key={follow._id} follow={follow} />
          ))}
        </ul>
      )}
    </>
  );
}
