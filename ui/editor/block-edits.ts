/** Blocks changed and taken away from outside the editor, by their ids. */
import type { Editor } from '@tiptap/core';
import { insertPoint } from '@tiptap/pm/transform';
import { blockOf } from '#core/editor/blocks/registry.ts';
import { positionOf } from './block-position.ts';

/**
 * `false` where the block is not there any more. What it is given is cleaned like all that is
 * written.
 */
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
 * What it answers puts the block back, as near as can be to where it stood; `undefined` where there
 * was none.
 */
export function removeBlock(editor: Editor, id: string): (() => void) | undefined {
  const position = positionOf(editor.state.doc, id);
  return position === undefined ? undefined : removeBlockAt(editor, position);
}

/** The same by the position of the block. */
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
