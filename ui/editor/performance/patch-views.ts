/** Makes ProseMirror draw the blocks of long notes in groups. */
import type { Node } from '@tiptap/pm/model';
import type { EditorView } from '@tiptap/pm/view';
import { arrangeBlocks } from './arrange-blocks.ts';
import { sameEnds } from './block-groups.ts';
import { type Change, drawOneBlock } from './draw-one-block.ts';
import { type DrawnBlocks, drawnBlocks, type DrawnView, groupedViewKey } from './drawn-blocks.ts';
import { groupSchema } from './group-marks.ts';
import { redraw, rememberSizes } from './group-sizes.ts';
import { allGroups, drawLate, groupsAt } from './late-groups.ts';
import { isLeftOut } from './off-switch.ts';
import type { Desc } from './view-desc.ts';
import { isWholeSelected } from './whole-selection.ts';

/** The view of each document that is drawn in groups. */
const viewOf = new WeakMap<Desc, DrawnView>();

/**
 * Replaces how ProseMirror draws documents for all editors of the page; only affects those with the
 * plugin of `groupedViewKey`. `specimen`: see `specimenView`.
 */
export function patchViews(specimen: EditorView): void {
  const { docView } = specimen as DrawnView;
  const views = Object.getPrototypeOf(docView) as Desc;
  if (!isLeftOut('group-sizes'))
    rememberSizes(
      Object.getPrototypeOf(docView.children[0]) as Desc,
      ({ mark }) => mark?.type.schema === groupSchema,
    );
  const { updateChildren, parseRange, descAt, domFromPos, setSelection } = views;
  const isGrouped = (it: Desc, view: EditorView) =>
    !it.parent && groupedViewKey.getState(view.state) !== undefined;
  views.updateChildren = function draw(view, pos) {
    const { node } = this;
    if (!node || !isGrouped(this, view)) {
      updateChildren.call(this, view, pos);
      return;
    }
    if (drawChangedBlock(view, this, node)) return;
    viewOf.set(this, view as DrawnView);
    this.node = arrangeBlocks(view, node, this.innerDeco);
    try {
      redraw(() => {
        updateChildren.call(this, view, pos);
      });
    } finally {
      this.node = node;
    }
  };
  views.parseRange = function parse(from, to, base = 0) {
    // Otherwise a whole group would be parsed for each key.
    const block = this.parent ? undefined : parsedBlock(this.children, from, to, base);
    if (!block) drawAt(this);
    return block ?? parseRange.call(this, from, to, base);
  };
  views.descAt = function at(pos) {
    drawAt(this, pos);
    return descAt.call(this, pos);
  };
  views.domFromPos = function at(pos, side) {
    drawAt(this, pos);
    return domFromPos.call(this, pos, side);
  };
  views.setSelection = function select(anchor, head, view, force) {
    const first = this.parent ? undefined : firstOfAll(view);
    const [from, to] = first ? [0, first.nodeSize] : [anchor, head];
    drawAt(this, from, to);
    setSelection.call(this, from, to, view, force);
  };
}

/** The first block if all of a long note is selected. */
const firstOfAll = ({ state }: EditorView): Node | null | undefined =>
  isLeftOut('whole-selection') || !isWholeSelected(state) ? undefined : state.doc.firstChild;

/** Draws the groups at these positions, or all groups, before ProseMirror searches for them. */
function drawAt(desc: Desc, ...positions: number[]): void {
  const view = viewOf.get(desc);
  if (view) drawLate(view, positions.length > 0 ? groupsAt(positions) : allGroups);
}

/** The element of a block, if the edit stayed in one; else `undefined`. */
function parsedBlock(within: readonly Desc[], from: number, to: number, base: number): unknown {
  let start = base;
  for (const it of within) {
    const { size } = it;
    if (from > start && to < start + size) {
      if (!it.node) return parsedBlock(it.children, from, to, start);
      return it.contentDOM ? it.parseRange(from, to, start + 1) : undefined;
    }
    start += size;
  }
  return undefined;
}

/** False if more than one block has to be drawn. */
function drawChangedBlock(view: EditorView, desc: Desc, doc: Node): boolean {
  const shown = isLeftOut('draw-one-block') ? undefined : drawnBlocks.get(view);
  const change = shown && changedBlock(shown, doc);
  if (!change || !drawOneBlock(view, desc, shown.decorations, change)) return false;
  shown.marked[change.at] = change.now;
  drawnBlocks.set(view, { ...shown, blocks: doc.content.content, decorations: desc.innerDeco });
  return true;
}

/** The changed block of a fully drawn document, if it is only one. */
function changedBlock(
  { blocks, marked, late }: DrawnBlocks,
  { content: { content: now } }: Node,
): Change | undefined {
  if (late.size > 0 || blocks.length !== now.length) return undefined;
  const [at, end] = sameEnds(blocks, now);
  const [was, block] = [marked[at], now[at]];
  if (!was || !block || at + end !== now.length - 1) return undefined;
  let offset = 0;
  for (let before = 0; before < at; before += 1) offset += now[before]?.nodeSize ?? 0;
  return { at, offset, was, now: block.mark(was.marks) };
}
