/**
 * The blocks of a long note are drawn in groups, each an element of its own, and what is out of sight is left out group by group. For
 * every frame the browser looks at each element that may be left out; with two thousand of them that took longer than the key itself.
 *
 * ProseMirror draws neighbours that bear the same mark within one element. The view of the whole document is therefore given its
 * blocks with a mark for each group. The document has no such marks, and neither have the schema and what is kept.
 */
import { Extension } from '@tiptap/core';
import { Fragment, type Mark, type Node, Schema } from '@tiptap/pm/model';
import { EditorState, Plugin, PluginKey } from '@tiptap/pm/state';
import { EditorView } from '@tiptap/pm/view';
import { GROUP_SIZE, type Grouped, regroup } from './block-groups.ts';

const BLOCK_EM = 3.2;
const own = new Schema({
  nodes: { doc: { content: 'text*' }, text: {} },
  // What is read back from the page is its blocks: no rule of the notes knows the element.
  marks: {
    group: {
      attrs: { number: {}, hasCaret: {} }, reparseInView: true,
      toDOM: ({ attrs }) => ['div', { class: attrs['hasCaret'] ? 'note-group has-caret' : 'note-group', style: `contain-intrinsic-block-size: auto ${GROUP_SIZE * BLOCK_EM}em` }, 0],
    },
  },
});
let made = 0;
const newGroup = (): Mark => own.mark('group', { number: made += 1, hasCaret: false });

/** What ProseMirror's view of a document, a block or a group is, of that which is used here. */
interface Desc {
  parent?: Desc; node?: Node; children: Desc[]; contentDOM?: HTMLElement | null; size: number;
  updateChildren(view: EditorView, pos: number): void;
  parseRange(from: number, to: number, base?: number): unknown;
}
const key = new PluginKey('groupedView');
/** the blocks as they were drawn last, and bearing their groups */
const drawn = new WeakMap<EditorView, Grouped<Node, Mark> & { marked: readonly Node[] }>();

/** A group that was made for what is written now is laid out wherever it stands. */
function withCaret(groups: readonly (Mark | null)[], caret: number, madeBefore: number): readonly (Mark | null)[] {
  const at = groups[caret];
  if (!at || Number(at.attrs['number']) <= madeBefore) return groups;
  const laidOut = own.mark('group', { ...at.attrs, hasCaret: true });
  return groups.map((it) => (it === at ? laidOut : it));
}

/** The same nodes for blocks that stayed as and where they were: by that ProseMirror knows that there is nothing to draw. */
function marked(view: EditorView, doc: Node): Node {
  const was = drawn.get(view) ?? { blocks: [], groups: [], marked: [] };
  const madeBefore = made;
  const now = regroup(was, doc.content.content, newGroup);
  const groups = withCaret(now.groups, view.state.selection.$head.index(0), madeBefore);
  const gone = was.blocks.length - now.blocks.length;
  const same = (at: number, then: number) => was.blocks[then] === now.blocks[at] && was.groups[then] === groups[at] ? was.marked[then] : undefined;
  const nodes = now.blocks.map((block, at) => same(at, at) ?? same(at, at + gone) ?? block.mark(groups.slice(at, at + 1).filter((it) => it !== null)));
  drawn.set(view, { blocks: now.blocks, groups, marked: nodes });
  return doc.copy(Fragment.fromArray(nodes));
}

/** A block's own part of the page, where what was written stays within one; `undefined` where it does not. */
function parsedBlock(groups: readonly Desc[], from: number, to: number, base: number): unknown {
  let start = base;
  for (const block of groups.flatMap((it) => (it.node ? [it] : it.children))) {
    if (from > start && to < start + block.size) return block.contentDOM ? block.parseRange(from, to, start + 1) : undefined;
    start += block.size;
  }
  return undefined;
}

let patched = false;
/** Views of documents in editors with this extension; all others are drawn as ever. */
function patchViews(): void {
  if (patched) return;
  patched = true;
  const some = new EditorView(null, { state: EditorState.create({ schema: own }) }) as EditorView & { docView: Desc };
  const views = Object.getPrototypeOf(some.docView) as Desc;
  const { updateChildren, parseRange } = views;
  some.destroy();
  const isGrouped = (it: Desc, view: EditorView) => !it.parent && key.get(view.state) !== undefined;
  views.updateChildren = function draw(view, pos) {
    const { node } = this;
    if (!node || !isGrouped(this, view)) { updateChildren.call(this, view, pos); return; }
    this.node = marked(view, node);
    try { updateChildren.call(this, view, pos); } finally { this.node = node; }
  };
  views.parseRange = function parse(from, to, base = 0) {
    // A whole group would be read otherwise, for each key.
    return (this.parent ? undefined : parsedBlock(this.children, from, to, base)) ?? parseRange.call(this, from, to, base);
  };
}

export const groupedView = Extension.create({
  name: 'groupedView',
  addProseMirrorPlugins() { patchViews(); return [new Plugin({ key })]; },
});
