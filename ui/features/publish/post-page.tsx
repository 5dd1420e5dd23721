/** `/posts/:id`: the publish form as a separate screen. */
import { useQuery } from '@tanstack/react-query';
import { ArrowLeft, FileQuestion } from 'lucide-react';
import { useEffect } from 'react';
import { Link, useParams } from 'react-router';
import { ApiError, messageOf } from '#ui/client/api.ts';
import { postApi } from '#ui/client/post-api.ts';
import { keys } from '#ui/client/queries.ts';
import { EmptyState, Skeleton } from '#ui/kit/empty-state.tsx';
import { Button, buttonClass } from '#ui/kit/button.tsx';
import { postTexts, publishTexts as texts } from './texts.ts';
import { PostForm } from './post-form.tsx';

export function PostPage() {
  const { id = '' } = useParams();
  const {
    data: post,
    error,
    refetch,
  } = useQuery({ queryKey: keys.post(id), queryFn: ({ signal }) => postApi.get(id, signal) });
  const title = post?.title;
  useEffect(() => {
    document.title = title ? texts.page(title) : postTexts.page;
  }, [title]);
  const isMissing = error instanceof ApiError && (error.status === 404 || error.status === 400);
  return (
    <div className="-mx-4 sm:-mx-6">
      <div className="px-5">
        <Link
          to="/posts"
          className="-ml-1 inline-flex min-h-target items-center gap-1.5 rounded-control px-1 text-sm text-ink-soft hover:text-ink"
        >
          <ArrowLeft size={16} aria-hidden />
          {texts.back}
        </Link>
        <h1 className="mt-1 mb-5 text-[1.625rem] leading-tight font-semibold tracking-tight">
          {texts.title}
        </h1>
      </div>
      {post && <PostForm key={post._id} post={post} />}
      {!post && !error && (
        <div role="status" aria-label={texts.loading} className="space-y-4 px-5">
          <Skeleton className="aspect-video max-h-72 rounded-card!" />
          <Skeleton className="h-10 w-2/3" />
          <Skeleton className="h-24" />
        </div>
      )}
      {!post && error && (
        <EmptyState
          icon={<FileQuestion size={22} strokeWidth={1.6} aria-hidden />}
          title={isMissing ? texts.absentTitle : texts.failed}
          text={isMissing ? texts.absentText : messageOf(error)}
        >
          {!isMissing && (
            <Button look="primary" onClick={() => void refetch()}>
              {texts.retry}
            </Button>
          )}
          <Link to="/posts" className={buttonClass()}>
            {texts.back}
          </Link>
        </EmptyState>
      )}
    </div>
  );
}
