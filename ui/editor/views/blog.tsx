import type { Editor } from '@tiptap/core';
import { NodeViewContent, type ReactNodeViewProps, NodeViewWrapper } from '@tiptap/react';
import { useQuery } from '@tanstack/react-query';
import {
  ChevronDown,
  CircleHelp,
  ExternalLink,
  Lightbulb,
  Plus,
  Quote,
  Send,
  Trash2,
} from 'lucide-react';
import { lazy, Suspense, useEffect, useId, useRef, useState } from 'react';
import { PostStatus } from '#core/contract/post.ts';
import { blog } from '#core/editor/blocks/blog/block.ts';
import { postApi } from '#ui/client/post-api.ts';
import { keys } from '#ui/client/queries.ts';
import { Button, IconButton } from '#ui/kit/button.tsx';
import { Menu, MenuItem } from '#ui/kit/menu.tsx';
import { dayText } from '#ui/kit/format.ts';
import { askTexts } from '../texts/ask.ts';
import { blockTexts } from '../texts/blocks.ts';
import { blogTexts as texts } from '../texts/blog.ts';
import { useBlogAddress, useBlogThread } from '../blog-address.ts';
import { useEditorHost } from '../editor-host.ts';
import { BlockField } from './block-field.tsx';
import { insertIntoBlog } from './insert-into-blog.ts';
import { deleteBlock } from './delete-block.ts';
import { useFold } from './use-fold.ts';

const KINDS = [
  { name: 'quote', Icon: Quote },
  { name: 'insight', Icon: Lightbulb },
  { name: 'question', Icon: CircleHelp },
] as const;
const Confirm = lazy(() => import('#ui/kit/dialog.tsx').then((it) => ({ default: it.Confirm })));
const BADGE =
  'rounded-full bg-accent px-2 py-0.5 text-[0.625rem] font-bold tracking-wide text-on-accent';
const SHOWN_ON_HOVER =
  'opacity-0 group-focus-within:opacity-100 group-hover:opacity-100 pointer-coarse:opacity-100';
const TOOL = 'size-8! pointer-coarse:size-11!';

/** A draft of a post: its title, its source, its text, and its publish button. */
export function BlogView(view: ReactNodeViewProps) {
  const { readOnly, titleOf } = useEditorHost();
  const it = blog.read(view.node.attrs);
  const [folded, fold] = useFold(it.shrink, (shrink) => view.updateAttributes({ shrink }));
  const { publish } = useBlogAddress();
  const bodyId = useId();
  const { owns, published, path } = useStanding(it, view.updateAttributes);
  const source = it.source_id ? titleOf(it.source_id) : undefined;
  const open = () => {
    const id = it._id ?? crypto.randomUUID();
    if (it._id === null) view.updateAttributes({ _id: id });
    publish(id);
  };
  return (
    <NodeViewWrapper
      as="section"
      aria-label={texts.name}
      className={`note-block group ${view.selected ? 'is-selected' : ''}`}
    >
      <div className="rounded-card border border-line-strong bg-surface shadow-low">
        <header
          contentEditable={false}
          data-drag-handle
          className="rounded-t-card bg-sunken/60 py-2.5 pr-2 pl-1.5"
        >
          <div className="flex items-start gap-1">
            <IconButton
              label={folded ? texts.open : texts.close}
              aria-expanded={!folded}
              aria-controls={bodyId}
              onClick={fold}
              className={TOOL}
            >
              <ChevronDown
                size={17}
                aria-hidden
                className={`transition-transform duration-(--quick) ${folded ? '-rotate-90' : ''}`}
              />
            </IconButton>
            <div className="min-w-0 flex-1 pt-0.5">
              <BlockField
                label={texts.title}
                placeholder={texts.titlePlaceholder}
                value={it.blog_title}
                readOnly={readOnly}
                onWrite={(blog_title) => view.updateAttributes({ blog_title })}
                className="text-[1.125em] leading-snug font-semibold"
              />
              <p className="mt-0.5 flex flex-wrap items-center gap-x-2 gap-y-1 font-sans text-xs text-ink-soft">
                {published && <span className={BADGE}>{texts.published}</span>}
                {source && <span className="min-w-0 truncate">{texts.from(source)}</span>}
                {it.createdAt !== null && (
                  <time dateTime={it.createdAt}>{texts.created(dayText(it.createdAt))}</time>
                )}
                {published && path && (
                  <a
                    href={path}
                    target="_blank"
                    rel="noopener"
                    className="inline-flex items-center gap-1 font-medium text-accent"
                  >
                    <ExternalLink size={12} aria-hidden />
                    {texts.read}
                  </a>
                )}
              </p>
            </div>
            {!readOnly && <DeletePost view={view} isPublished={published} />}
            {!readOnly && owns && (
              <Button look="primary" onClick={open} className="font-sans">
                <Send size={15} aria-hidden />
                {texts.publish}
              </Button>
            )}
          </div>
        </header>
        <div id={bodyId} hidden={folded} className="border-t border-line px-5 pt-1 pb-4">
          <NodeViewContent className="held" />
          {!readOnly && <AddBlockMenu editor={view.editor} position={view.getPos} />}
        </div>
      </div>
    </NodeViewWrapper>
  );
}

/** Deletes the post from the notes, once that is confirmed. */
function DeletePost({ view, isPublished }: { view: ReactNodeViewProps; isPublished: boolean }) {
  const [asks, setAsks] = useState(false);
  return (
    <>
      <IconButton
        label={blockTexts.remove(texts.name)}
        onClick={() => setAsks(true)}
        className={`${TOOL} ${SHOWN_ON_HOVER}`}
      >
        <Trash2 size={15} aria-hidden />
      </IconButton>
      {asks && (
        <Suspense>
          <Confirm
            open
            onOpenChange={setAsks}
            title={askTexts.sure.title(texts.what)}
            text={isPublished ? texts.staysPublished : texts.deletesDraft}
            action={askTexts.sure.action}
            onConfirm={() => deleteBlock(view)}
          />
        </Suspense>
      )}
    </>
  );
}

/** Adds a block to the post. */
function AddBlockMenu({
  editor,
  position,
}: {
  editor: Editor;
  position: () => number | undefined;
}) {
  const { openVideo } = useEditorHost();
  // Added after the menu has closed, so that the new block keeps the focus.
  const chosen = useRef<(typeof KINDS)[number]['name']>(undefined);
  const put = (event: Event) => {
    if (chosen.current) {
      event.preventDefault();
      const from = chosen.current === 'quote' && openVideo ? { compAttrs: openVideo() } : {};
      insertIntoBlog(editor, position(), chosen.current, from);
    }
    chosen.current = undefined;
  };
  return (
    <div contentEditable={false} className="mt-3 font-sans">
      <Menu
        align="start"
        onClosed={put}
        trigger={
          <Button look="quiet" className="-ml-2">
            <Plus size={16} aria-hidden />
            {texts.blocks}
          </Button>
        }
      >
        {KINDS.map(({ name, Icon }) => (
          <MenuItem
            key={name}
            textValue={texts.kinds[name]}
            aria-description={texts.kindHints[name]}
            onSelect={() => {
              chosen.current = name;
            }}
          >
            <Icon size={16} aria-hidden className="text-ink-faint" />
            {texts.kinds[name]}
          </MenuItem>
        ))}
      </Menu>
    </div>
  );
}

/**
 * The owner's state comes from the post, which may have been unpublished elsewhere; everyone else's
 * from the notes.
 */
function useStanding(
  { post_id, published }: ReturnType<typeof blog.read>,
  write: (attributes: { published: boolean }) => void,
) {
  const { readOnly } = useEditorHost();
  const { owns } = useBlogThread();
  const { data: post } = useQuery({
    queryKey: keys.post(post_id ?? ''),
    queryFn: ({ signal }) => postApi.get(post_id ?? '', signal),
    enabled: owns && post_id !== null,
    staleTime: 30_000,
    retry: false,
  });
  const now = post ? post.status === PostStatus.published : published;
  const differs = !readOnly && post !== undefined && now !== published;
  useEffect(() => {
    if (differs) queueMicrotask(() => write({ published: now }));
  }, [differs, now, write]);
  return { owns, published: now, path: post && new URL(post.url).pathname };
}
