/**
 * Moves, duplicates and deletes one block or all selected ones, among their siblings.
 */
import { Extension } from '@tiptap/core';
import { Fragment, type Node, type NodeRange, Slice } from '@tiptap/pm/model';
import {
  type EditorState,
  NodeSelection,
  Selection,
  TextSelection,
  type Transaction,
} from '@tiptap/pm/state';
import { blockOf } from '#core/editor/blocks/registry.ts';
import { ordersBlocks } from '../containers.ts';

/** The blocks in the selection; in a list, its items. */
export const selectedBlocks = ({ selection: { $from, $to } }: EditorState): NodeRange | null =>
  $from.blockRange($to, ({ type }) => ordersBlocks(type));

/** Returns `false` if there is nothing to move past. */
export function moveBlocks(state: EditorState, tr: Transaction, by: 1 | -1): boolean {
  const range = selectedBlocks(state);
  const neighbour =
    range && range.parent.maybeChild(by < 0 ? range.startIndex - 1 : range.endIndex);
  if (!range || !neighbour) return false;
  // Moves the neighbour to the other side, so that the selection stays.
  if (by < 0)
    tr.delete(range.start - neighbour.nodeSize, range.start).insert(
      range.end - neighbour.nodeSize,
      neighbour,
    );
  else tr.delete(range.end, range.end + neighbour.nodeSize).insert(range.start, neighbour);
  tr.scrollIntoView();
  return true;
}

export function duplicateBlocks(state: EditorState, tr: Transaction): boolean {
  const range = selectedBlocks(state);
  if (!range) return false;
  const copies: Node[] = [];
  for (let at = range.startIndex; at < range.endIndex; at += 1)
    copies.push(copyOf(range.parent.child(at)));
  tr.insert(range.end, copies);
  const $copy = tr.doc.resolve(range.end);
  tr.setSelection(
    $copy.nodeAfter?.isAtom ? NodeSelection.create(tr.doc, range.end) : TextSelection.near($copy),
  ).scrollIntoView();
  return true;
}

export function deleteBlocks(state: EditorState, tr: Transaction): boolean {
  const range = selectedBlocks(state);
  if (!range) return false;
  const isWholeParent = range.startIndex === 0 && range.endIndex === range.parent.childCount;
  const paragraph = state.schema.nodes['paragraph'];
  if (!isWholeParent) tr.delete(range.start, range.end);
  else if (range.parent.type.name.endsWith('List') && range.depth > 0)
    tr.delete(range.$from.before(range.depth), range.$from.after(range.depth));
  else if (paragraph)
    tr.replace(range.start, range.end, new Slice(Fragment.from(paragraph.create()), 0, 0));
  tr.setSelection(
    Selection.near(tr.doc.resolve(Math.min(range.start, tr.doc.content.size))),
  ).scrollIntoView();
  return true;
}

/** A duplicate: with new ids, and of a post only its text. */
function copyOf(node: Node): Node {
  if (node.isText) return node;
  const own = {
    ...node.attrs,
    ...(typeof node.attrs['_id'] === 'string' ? { _id: crypto.randomUUID() } : {}),
    ...(node.type.name === 'blog' ? { published: false, post_id: null } : {}),
  };
  const attrs = blockOf(node.type.name)?.clean(own) ?? own;
  const children: Node[] = [];
  node.forEach((child) => {
    children.push(copyOf(child));
  });
  return node.type.create(attrs, children, node.marks);
}

export const blockMoves = Extension.create({
  name: 'blockMoves',
  addKeyboardShortcuts() {
    const run = (work: (state: EditorState, tr: Transaction) => boolean) => () =>
      this.editor.commands.command(({ state, tr }) => work(state, tr));
    return {
      'Alt-Shift-ArrowUp': run((state, tr) => moveBlocks(state, tr, -1)),
      'Alt-Shift-ArrowDown': run((state, tr) => moveBlocks(state, tr, 1)),
      'Mod-Shift-d': run(duplicateBlocks),
    };
  },
});
