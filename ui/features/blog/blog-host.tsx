/**
 * The blog panels around the notes editor: the idea generator and the publish form, opened by the
 * address.
 */
import type { JSONContent } from '@tiptap/core';
import { lazy, Suspense, useCallback } from 'react';
import { cleanDoc, schemaViolation } from '#core/editor/document.ts';
import { PublishDialog } from '#ui/features/publish/index.ts';
import type { NotesHostProps } from '#ui/editor/notes-editor.tsx';
import { useBlogAddress, useBlogThread } from '#ui/editor/blog-address.ts';
import { useBlock } from './use-block.ts';

const IdeasPanel = lazy(() =>
  import('./ideas-panel.tsx').then((it) => ({ default: it.IdeasPanel })),
);

export function BlogHost({ editor, onChange }: NotesHostProps) {
  const { publishing, hasIdeas, close } = useBlogAddress();
  const { thread, me, owns } = useBlogThread();
  const block = useBlock(editor, owns ? publishing : undefined);
  const made = useCallback(
    (blocks: JSONContent[]) => {
      if (blocks.some((it) => schemaViolation({ type: 'doc', content: [it] }) !== undefined))
        return Promise.resolve(false);
      const { content = [] } = cleanDoc({ type: 'doc', content: blocks });
      const done = editor.commands.insertContentAt(0, content, { updateSelection: false });
      requestAnimationFrame(() => {
        const first = editor.isDestroyed ? null : editor.view.nodeDOM(0);
        if (first instanceof HTMLElement) first.scrollIntoView({ block: 'nearest' });
      });
      return Promise.resolve(done);
    },
    [editor],
  );
  if (!thread) return null;
  return (
    <Suspense>
      {hasIdeas && (
        <IdeasPanel
          threadId={thread._id}
          sources={thread.thread_source_data}
          me={me}
          onMade={made}
          onClose={close}
        />
      )}
      {publishing !== undefined && owns && (
        <PublishDialog
          key={publishing}
          block={block}
          thread={thread}
          onClose={close}
          onChange={(attributes) => onChange(publishing, attributes)}
        />
      )}
    </Suspense>
  );
}
