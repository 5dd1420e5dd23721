import type { Editor, JSONContent } from '@tiptap/core';
import { blockOf } from './blocks/registry.ts';
import { cleanBlocks } from './document.ts';

/** Returns the ids of the blocks in a document. */
export function blockIds(doc: JSONContent): Set<string> {
  const own: unknown = doc.attrs?.['_id'];
  const below = (doc.content ?? []).flatMap((child) => [...blockIds(child)]);
  return new Set(typeof own === 'string' ? [own, ...below] : below);
}

/**
 * Inserts blocks after the block with the cursor, or at the end; inserts a chip at the cursor.
 * Skips blocks whose `_id` exists. Returns the number of inserted blocks.
 */
export function insertBlocks(
  editor: Editor,
  nodes: readonly JSONContent[],
  where: 'cursor' | 'end' = 'cursor',
): number {
  const { state } = editor;
  const first = nodes[0];
  const chip = first && nodes.length === 1 ? blockOf(first.type) : undefined;
  if (first && chip?.inline && where === 'cursor') {
    return editor
      .chain()
      .insertContent([
        { ...first, attrs: chip.clean(first.attrs) },
        { type: 'text', text: ' ' },
      ])
      .run()
      ? 1
      : 0;
  }
  const present = blockIds(state.doc.toJSON());
  const fresh = nodes.filter(
    (node) => typeof node.attrs?.['_id'] !== 'string' || !present.has(node.attrs['_id']),
  );
  const content = cleanBlocks(fresh);
  if (content.length === 0) return 0;
  const range = placeFor(state, where);
  const last = range.to === state.doc.content.size ? [{ type: 'paragraph' }] : [];
  return editor
    .chain()
    .insertContentAt(range, [...content, ...last])
    .run()
    ? content.length
    : 0;
}

/** Replaces an empty line, and leaves an empty line after an inserted block for typing. */
function placeFor(
  { doc, selection: { $to } }: Editor['state'],
  where: 'cursor' | 'end',
): { from: number; to: number } {
  const isEmpty = (node: typeof doc | null) =>
    node?.type.name === 'paragraph' && node.childCount === 0;
  const { size } = doc.content;
  if (where === 'end')
    return {
      from: isEmpty(doc.lastChild) ? size - (doc.lastChild?.nodeSize ?? 0) : size,
      to: size,
    };
  const inside = $to.depth > 0;
  if (!inside) return $to.nodeBefore ? { from: $to.pos, to: $to.pos } : { from: size, to: size };
  return { from: isEmpty($to.node(1)) ? $to.before(1) : $to.after(1), to: $to.after(1) };
}
