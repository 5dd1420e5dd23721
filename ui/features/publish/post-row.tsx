import { useMutation, useQueryClient } from '@tanstack/react-query';
import { clsx } from 'clsx';
import {
  Archive,
  Ellipsis,
  Eye,
  EyeOff,
  Newspaper,
  NotebookPen,
  RotateCcw,
  Send,
  Trash2,
  Undo2,
} from 'lucide-react';
import { Link, useNavigate } from 'react-router';
import { PostStatus, type PostCard } from '#core/contract/post.ts';
import { messageOf } from '#ui/client/api.ts';
import { postApi } from '#ui/client/post-api.ts';
import { keys } from '#ui/client/queries.ts';
import { buttonClass, IconButton } from '#ui/kit/button.tsx';
import { Menu, MenuItem, MenuLine } from '#ui/kit/menu.tsx';
import { toast } from '#ui/kit/toast.ts';
import { dayText, momentText } from '#ui/kit/format.ts';
import { postTexts as texts } from './texts.ts';
import { pagePath } from './page-path.ts';

/** Changes the status, with undo. */
function useStatus(post: PostCard) {
  const cache = useQueryClient();
  const set = useMutation({
    mutationFn: (status: number) =>
      postApi.update(post._id, {
        status,
        ...(status === PostStatus.published ? {} : { scheduled_at: null }),
      }),
    onSuccess: (next) => {
      cache.setQueryData(keys.post(next._id), next);
    },
    onError: (error) => {
      toast.error(messageOf(error));
    },
    onSettled: () => cache.invalidateQueries({ queryKey: keys.postLists }),
  });
  return (status: number, said: string) =>
    set.mutate(status, {
      onSuccess: () => {
        toast.success(said, {
          action: {
            label: texts.undo,
            onClick: () =>
              set.mutate(post.status === PostStatus.new ? PostStatus.draft : post.status),
          },
        });
      },
    });
}

export function PostRow({ post }: { post: PostCard }) {
  const set = useStatus(post);
  const go = useNavigate();
  const { status, published, scheduled_at, published_at, updatedAt } = post;
  const isDeleted = status === PostStatus.deleted;
  const picture = post.cover?.sizes[0]?.url;
  const when =
    published && published_at !== null
      ? texts.published(dayText(published_at))
      : texts.edited(dayText(updatedAt));
  const small = { size: 15, 'aria-hidden': true, className: 'text-ink-faint' } as const;
  return (
    <li className="relative flex items-center gap-4 border-t border-line px-4 py-3 first:border-0 hover:bg-hover/40 has-[h2_a:focus-visible]:bg-hover">
      <span className="grid h-16 w-24 shrink-0 place-items-center overflow-hidden rounded-control bg-sunken text-ink-faint max-sm:h-12 max-sm:w-16">
        {picture ? (
          <img src={picture} alt="" loading="lazy" className="size-full object-cover" />
        ) : (
          <Newspaper size={20} strokeWidth={1.5} aria-hidden />
        )}
      </span>
      <div className="min-w-0 flex-1">
        <h2
          dir="auto"
          className="line-clamp-2 text-left text-[0.9375rem] leading-snug font-semibold"
        >
          <Link
            to={`/posts/${post._id}`}
            aria-label={texts.edit(post.title)}
            className="after:absolute after:inset-0"
          >
            {post.title}
          </Link>
        </h2>
        <p className="mt-1 flex flex-wrap items-center gap-x-2 gap-y-0.5 text-xs text-ink-soft">
          <StatusBadge post={post} />
          <span>{scheduled_at === null ? when : texts.publishes(momentText(scheduled_at))}</span>
          {post.tags[0] && <span>{post.tags[0].tag_name}</span>}
          {published && !post.indexable && (
            <span className="inline-flex items-center gap-1">
              <EyeOff size={12} aria-hidden />
              {texts.notHidden}
            </span>
          )}
        </p>
      </div>
      <a
        href={pagePath(post)}
        target="_blank"
        rel="noopener"
        className={clsx(buttonClass('quiet'), 'relative max-sm:hidden')}
      >
        <Eye size={16} aria-hidden />
        {published ? texts.view : texts.preview}
      </a>
      <span className="relative">
        <Menu
          trigger={
            <IconButton label={texts.options(post.title)}>
              <Ellipsis size={18} />
            </IconButton>
          }
        >
          <MenuItem
            onSelect={() => window.open(pagePath(post), '_blank', 'noopener')}
            className="sm:hidden"
          >
            <Eye {...small} />
            {published ? texts.view : texts.preview}
          </MenuItem>
          {post.thread_url !== null && (
            <MenuItem
              onSelect={() =>
                void go(`/t/${post.thread_url}?note=${encodeURIComponent(post.blog_node_id)}`)
              }
            >
              <NotebookPen {...small} />
              {texts.notes}
            </MenuItem>
          )}
          {!published && !isDeleted && (
            <MenuItem onSelect={() => void go(`/posts/${post._id}`)}>
              <Send {...small} />
              {texts.publish}
            </MenuItem>
          )}
          {(published || scheduled_at !== null) && (
            <MenuItem onSelect={() => set(PostStatus.draft, texts.saved)}>
              <Undo2 {...small} />
              {texts.unpublish}
            </MenuItem>
          )}
          {!isDeleted && status !== PostStatus.archived && (
            <MenuItem onSelect={() => set(PostStatus.archived, texts.saved)}>
              <Archive {...small} />
              {texts.archive}
            </MenuItem>
          )}
          {(isDeleted || status === PostStatus.archived) && (
            <MenuItem onSelect={() => set(PostStatus.draft, texts.saved)}>
              <RotateCcw {...small} />
              {texts.restore}
            </MenuItem>
          )}
          {!isDeleted && (
            <>
              <MenuLine />
              <MenuItem danger onSelect={() => set(PostStatus.deleted, texts.deleted)}>
                <Trash2 size={15} aria-hidden />
                {texts.delete}
              </MenuItem>
            </>
          )}
        </Menu>
      </span>
    </li>
  );
}

function StatusBadge({ post: { status, published, scheduled_at } }: { post: PostCard }) {
  return (
    <span
      className={clsx(
        'rounded-full px-2 py-0.5 text-[0.6875rem] font-semibold',
        published
          ? 'bg-accent-soft text-accent-strong'
          : status === PostStatus.deleted
            ? 'bg-danger-soft text-danger'
            : scheduled_at !== null
              ? 'bg-warn-soft text-warn'
              : 'bg-sunken text-ink-soft',
      )}
    >
      {scheduled_at === null ? texts.status[status] : texts.scheduled}
    </span>
  );
}
