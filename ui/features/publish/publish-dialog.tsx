/** The publish form above the notes, for the blog block that opened it. */
import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { JSONContent } from '@tiptap/core';
import { X } from 'lucide-react';
import { Dialog } from 'radix-ui';
import { useEffect, useMemo, useRef } from 'react';
import type { SourceId } from '#core/contract/id.ts';
import { LIMITS, PostStatus, type Post } from '#core/contract/post.ts';
import type { Thread } from '#core/contract/thread.ts';
import { blog } from '#core/editor/blocks/blog/block.ts';
import { cleanDoc, docLocators } from '#core/editor/document.ts';
import { messageOf } from '#ui/client/api.ts';
import { postApi } from '#ui/client/post-api.ts';
import { keys } from '#ui/client/queries.ts';
import { EmptyState, Skeleton } from '#ui/kit/empty-state.tsx';
import { Button, IconButton } from '#ui/kit/button.tsx';
import { keepOpenForToasts } from '#ui/kit/dialog.tsx';
import { publishTexts as texts, openPostTexts } from './texts.ts';
import { PostForm } from './post-form.tsx';

interface PublishDialogProps {
  /** the block in the notes; `null` if it was deleted, `undefined` until it is known */
  block: JSONContent | null | undefined;
  thread: Thread;
  onClose: () => void;
  /** fields of the block that changed since it was saved */
  onChange: (attributes: Readonly<Record<string, unknown>>) => void;
}

export function PublishDialog({ block, thread, onClose, onChange }: PublishDialogProps) {
  return (
    <Dialog.Root
      open
      onOpenChange={(stays) => {
        if (!stays) onClose();
      }}
    >
      <Dialog.Portal>
        <Dialog.Overlay className="fixed inset-0 z-50 animate-fade bg-scrim" />
        <Dialog.Content
          aria-describedby={undefined}
          onInteractOutside={keepOpenForToasts}
          onOpenAutoFocus={(event) => {
            event.preventDefault();
            (event.currentTarget as HTMLElement).focus();
          }}
          className="fixed inset-x-0 top-[3dvh] bottom-0 z-50 flex animate-rise flex-col overflow-hidden rounded-t-sheet bg-raised shadow-high outline-none sm:inset-x-auto sm:bottom-[3dvh] sm:left-1/2 sm:w-[min(66rem,calc(100vw-3rem))] sm:-translate-x-1/2 sm:rounded-sheet"
        >
          <header className="flex items-center gap-3 border-b border-line py-2.5 pr-3 pl-5">
            <Dialog.Title className="min-w-0 flex-1 text-base font-semibold">
              {texts.title}
            </Dialog.Title>
            <Dialog.Close asChild>
              <IconButton label={texts.close}>
                <X size={18} />
              </IconButton>
            </Dialog.Close>
          </header>
          <div className="flex min-h-0 flex-1 flex-col overflow-y-auto pt-4">
            {block === null && (
              <EmptyState title={openPostTexts.gone}>
                <Button onClick={onClose}>{texts.close}</Button>
              </EmptyState>
            )}
            {block === undefined && <Waiting />}
            {block && <OfBlock block={block} thread={thread} onChange={onChange} />}
          </div>
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

const Waiting = () => (
  <div role="status" aria-label={openPostTexts.opening} className="space-y-4 px-5">
    <Skeleton className="h-40 rounded-card!" />
    <Skeleton className="h-10 w-2/3" />
    <Skeleton className="h-24" />
  </div>
);

const sourcesOf = (content: JSONContent, own: string, { thread_sources }: Thread): SourceId[] => {
  const used = new Set([own, ...docLocators(content).map((it) => it.sourceId)]);
  return thread_sources.map((it) => it.source).filter((id) => used.has(id));
};

function OfBlock({
  block,
  thread,
  onChange,
}: {
  block: JSONContent;
  thread: Thread;
  onChange: PublishDialogProps['onChange'];
}) {
  const cache = useQueryClient();
  const it = useMemo(() => blog.read(block.attrs), [block]);
  const content = useMemo(() => cleanDoc({ type: 'doc', content: block.content ?? [] }), [block]);
  const id = it._id ?? '';
  // Opening the same block again returns the same post.
  const opened = useQuery({
    queryKey: ['posts', 'of-block', thread._id, id],
    gcTime: 0,
    staleTime: Infinity,
    retry: false,
    async queryFn() {
      const post = await postApi.create({
        thread: thread._id,
        blog_node_id: id,
        title: (it.blog_title.trim() || openPostTexts.untitled).slice(0, LIMITS.title),
        content,
        sources: sourcesOf(content, it.source_id, thread),
        description: it.description.slice(0, 5000),
        aiGeneratedTags: it.tags
          .map((tag) => tag.trim().slice(0, LIMITS.tagName))
          .filter(Boolean)
          .slice(0, LIMITS.aiTags),
        gist: it.metadata.gist.slice(0, LIMITS.gist),
      });
      cache.setQueryData(keys.post(post._id), post);
      void cache.invalidateQueries({ queryKey: keys.postLists });
      if (it.post_id !== post._id) onChange({ post_id: post._id });
      return post._id;
    },
  });
  const postId = opened.data;
  const { data: post, error } = useQuery({
    queryKey: keys.post(postId ?? ''),
    queryFn: ({ signal }) => postApi.get(postId ?? '', signal),
    enabled: postId !== undefined,
    staleTime: 30_000,
  });
  // A changed cover is saved immediately, before the form is submitted.
  const written = useRef(it.cover);
  const cover = post && (post.cover?.file_key ?? '');
  useEffect(() => {
    if (cover === undefined || cover === written.current) return;
    written.current = cover;
    onChange({ cover });
  }, [cover, onChange]);
  const failure = opened.error ?? (post ? null : error);
  if (failure)
    return (
      <EmptyState title={openPostTexts.openFailed} text={messageOf(failure)}>
        <Button onClick={() => void opened.refetch()}>{openPostTexts.retry}</Button>
      </EmptyState>
    );
  if (!post) return <Waiting />;
  const saved = (next: Post) =>
    onChange({
      post_id: next._id,
      published: next.status === PostStatus.published,
      blog_title: next.title,
      tags: next.aiGeneratedTags,
      metadata: { gist: next.metadata.gist },
    });
  return (
    <PostForm
      key={post._id}
      post={post}
      title={it.blog_title.trim()}
      content={content}
      onSaved={saved}
    />
  );
}
