/**
 * Dragging a block by its handle: all selected blocks if it is one of them.
 */
import { NodeRangeSelection } from '@tiptap/extension-node-range';
import { NodeSelection } from '@tiptap/pm/state';
import type { EditorView } from '@tiptap/pm/view';
import { blockElement } from './block-at-height.ts';

export function startBlockDrag(view: EditorView, { dataTransfer }: DragEvent, at: number): boolean {
  const {
    doc,
    selection: { from, to, $from, $to, empty },
    tr,
  } = view.state;
  const [node, drawn] = [doc.nodeAt(at), blockElement(view, at)];
  if (!dataTransfer || !node || !drawn) return false;
  const isSelected = !empty && from < at + node.nodeSize && to > at;
  const [first, last] = isSelected
    ? [$from.depth > 0 ? $from.before(1) : from, $to.depth > 0 ? $to.after(1) : to]
    : [at, at + node.nodeSize];
  const one = first === at && last === at + node.nodeSize;
  const selection = one
    ? NodeSelection.create(doc, at)
    : NodeRangeSelection.create(doc, first, last);
  const slice = selection.content();
  const { dom, text } = view.serializeForClipboard(slice);
  dataTransfer.clearData();
  dataTransfer.setData('text/html', dom.innerHTML);
  dataTransfer.setData('text/plain', text);
  dataTransfer.effectAllowed = 'copyMove';
  dataTransfer.setDragImage(drawn, 0, 0);
  // This tells ProseMirror that a drop moves the blocks.
  view.dragging = {
    slice,
    move: true,
    ...(selection instanceof NodeSelection ? { node: selection } : {}),
  };
  view.dispatch(tr.setSelection(selection));
  return true;
}
