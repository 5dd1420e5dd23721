/** Edits and deletes blocks by id from outside the editor. */
import type { Editor } from '@tiptap/core';
import { insertPoint } from '@tiptap/pm/transform';
import { blockOf } from '#core/editor/blocks/registry.ts';
import { positionOf } from './block-position.ts';

/** Returns `false` if the block no longer exists. Cleans its attributes. */
export function changeBlock(
  editor: Editor,
  id: string,
  attributes: Readonly<Record<string, unknown>>,
): boolean {
  const { doc, tr } = editor.state;
  const position = positionOf(doc, id);
  const node = position === undefined ? null : doc.nodeAt(position);
  const block = node && blockOf(node.type.name);
  if (position === undefined || !block) return false;
  editor.view.dispatch(
    tr.setNodeMarkup(
      position,
      undefined,
      block.clean({ ...node.attrs, ...attributes, updatedAt: new Date().toISOString() }),
    ),
  );
  return true;
}

/**
 * Returns a function that restores the block near its old position; `undefined` if it did not
 * exist.
 */
export function removeBlock(editor: Editor, id: string): (() => void) | undefined {
  const position = positionOf(editor.state.doc, id);
  return position === undefined ? undefined : removeBlockAt(editor, position);
}

/** The same by block position. */
export function removeBlockAt(editor: Editor, position: number): (() => void) | undefined {
  const { doc, tr } = editor.state;
  const node = doc.nodeAt(position);
  if (!node || !blockOf(node.type.name)) return undefined;
  editor.view.dispatch(tr.delete(position, position + node.nodeSize));
  return () => {
    if (editor.isDestroyed) return;
    const { doc: now, tr: back } = editor.state;
    const place =
      insertPoint(now, Math.min(position, now.content.size), node.type) ?? now.content.size;
    editor.view.dispatch(back.insert(place, node));
  };
}
