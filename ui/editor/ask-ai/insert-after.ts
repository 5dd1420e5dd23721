/** Inserts blocks next to another from outside the text, and fills generated blocks. */
import type { Editor, JSONContent } from '@tiptap/core';
import { blockOf } from '#core/editor/blocks/registry.ts';
import { positionOf } from '../block-position.ts';

type Doc = Editor['state']['doc'];

/**
 * The insertion position for a block's related blocks: after it, and after those inserted before.
 */
function endOfFamily(doc: Doc, id: string): number | undefined {
  const position = positionOf(doc, id);
  if (position === undefined) return undefined;
  const family = new Set([id]);
  const $at = doc.resolve(position);
  let end = position + ($at.nodeAfter?.nodeSize ?? 0);
  for (let index = $at.index() + 1; index < $at.parent.childCount; index += 1) {
    const next = $at.parent.child(index);
    const [parent, own]: unknown[] = [next.attrs['parentId'], next.attrs['_id']];
    if (typeof parent !== 'string' || !family.has(parent)) break;
    if (typeof own === 'string') family.add(own);
    end += next.nodeSize;
  }
  return end;
}

/** Returns `false` if the block no longer exists. */
export function insertAfter(editor: Editor, id: string, block: JSONContent): boolean {
  const end = endOfFamily(editor.state.doc, id);
  if (end === undefined) return false;
  return editor.chain().insertContentAt(end, clean(block), { updateSelection: false }).run();
}

/** After the outermost block at a position. */
export function insertBelow(editor: Editor, position: number, block: JSONContent): boolean {
  const { doc } = editor.state;
  const $at = doc.resolve(Math.min(position, doc.content.size));
  const end = $at.depth > 0 ? $at.after(1) : $at.pos;
  return editor
    .chain()
    .insertContentAt(
      end,
      [clean(block), ...(end === doc.content.size ? [{ type: 'paragraph' }] : [])],
      { updateSelection: false },
    )
    .run();
}

const clean = (block: JSONContent): JSONContent => ({
  ...block,
  attrs: { ...blockOf(block.type)?.clean(block.attrs) },
});

/**
 * Fills in generated content if it is still expected. It is nobody's edit, so undo does not remove
 * it.
 */
export function fillBlock(
  editor: Editor,
  id: string,
  isAwaited: (attrs: Readonly<Record<string, unknown>>) => boolean,
  made: Readonly<Record<string, unknown>>,
): boolean {
  if (editor.isDestroyed) return false;
  const { doc, tr } = editor.state;
  const position = positionOf(doc, id);
  const node = position === undefined ? null : doc.nodeAt(position);
  const block = node && blockOf(node.type.name);
  if (position === undefined || !block || !isAwaited(node.attrs)) return false;
  editor.view.dispatch(
    tr
      .setNodeMarkup(
        position,
        undefined,
        block.clean({ ...node.attrs, ...made, updatedAt: new Date().toISOString() }),
      )
      .setMeta('addToHistory', false),
  );
  return true;
}
