/** Inserts blocks into a post: at the cursor inside it, else at its end. */
import type { Editor } from '@tiptap/core';
import { blockOf } from '#core/editor/blocks/registry.ts';

export function insertIntoBlog(
  editor: Editor,
  at: number | undefined,
  name: 'quote' | 'insight' | 'question',
  attributes: Readonly<Record<string, unknown>> = {},
): void {
  const post = at === undefined ? null : editor.state.doc.nodeAt(at);
  const fresh = editor.schema.nodes[name]?.createAndFill(
    blockOf(name)?.clean({
      _id: crypto.randomUUID(),
      createdAt: new Date().toISOString(),
      ...attributes,
    }),
  );
  if (at === undefined || !post || !fresh) return;
  const { $from } = editor.state.selection;
  const depth = Array.from({ length: $from.depth }, (_, n) => n + 1).find(
    (n) => $from.before(n) === at,
  );
  const place =
    depth !== undefined && depth < $from.depth ? $from.after(depth + 1) : at + post.nodeSize - 1;
  editor.view.dispatch(editor.state.tr.insert(place, fresh).scrollIntoView());
  // The cursor goes into the inserted block.
  requestAnimationFrame(() => {
    const shown = editor.isDestroyed ? null : editor.view.nodeDOM(place);
    if (shown instanceof HTMLElement) shown.querySelector('textarea')?.focus();
  });
}
