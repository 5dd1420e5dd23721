/**
 * The blocks of a long note are drawn in groups, each an element of its own, and what is out of
 * sight is left out group by group. For every frame the browser looks at each element that may be
 * left out; with two thousand of them that took longer than the key itself. Where there are many
 * groups, they stand in sections in the same way.
 *
 * ProseMirror draws neighbours that bear the same mark within one element. The view of the whole
 * document is therefore given its blocks with a mark for each section and group. The document has
 * no such marks, and neither have the schema and what is kept.
 *
 * Of notes that are opened, the first groups are drawn at once. The others are an empty element
 * each until they come near what is seen, until something asks for a place in them, or until there
 * is nothing else to do.
 */
import { Extension } from '@tiptap/core';
import { Fragment, type Mark, type MarkSpec, type Node, Schema } from '@tiptap/pm/model';
import { EditorState, Plugin, PluginKey, type Transaction } from '@tiptap/pm/state';
import { type DecorationSource, EditorView } from '@tiptap/pm/view';
import { ySyncPluginKey } from '@tiptap/y-tiptap';
import { GROUP_SIZE, type Grouped, regroup, sameEnds } from './block-groups.ts';
import type { Desc } from './view-desc.ts';
import { isDocumentEdgeKey } from './document-edge-keys.ts';
import { redraw, rememberSizes } from './group-sizes.ts';
import { type Change, drawOneBlock } from './draw-one-block.ts';
import { whenNearOrIdle } from './lazy-mount.ts';
import { isLeftOut } from './off-switch.ts';

const GROUP_EM = GROUP_SIZE * 3.2;
/** More than most windows show; in larger ones the next come once these are seen. */
const AT_ONCE = 2;
/** Groups that are drawn in one idle moment. */
const IN_ONE_GO = 16;
const LATE = 'lateGroup';
/**
 * Of what stands in an element of this class. What is read back from the page is its blocks: no
 * rule of the notes knows the element.
 */
const standingIn = (name: string, em: number): MarkSpec => ({
  attrs: { number: {}, hasCaret: {} },
  reparseInView: true,
  toDOM: ({ attrs }) => [
    'div',
    {
      class: attrs['hasCaret'] ? `${name} has-caret` : name,
      style: `contain-intrinsic-block-size: auto ${em}em`,
    },
    0,
  ],
});
const own = new Schema({
  nodes: {
    doc: { content: 'text*' },
    text: {},
    [LATE]: { attrs: { number: {} }, toDOM: () => ['div'] },
  },
  marks: {
    section: standingIn('note-section', GROUP_SIZE * GROUP_EM),
    group: standingIn('note-group', GROUP_EM),
  },
});
let made = 0;
const newGroup = (): Mark => own.mark('group', { number: (made += 1), hasCaret: false });
const newSection = (): Mark => own.mark('section', { number: (made += 1), hasCaret: false });

type Drawn = EditorView & { docView: Desc; domObserver: { stop(): void; start(): void } };
/**
 * the blocks as they were drawn last, and bearing their sections and groups; the groups by their
 * sections; what stands for each group that is not drawn yet; all that was decorated
 */
type Shown = Grouped<Node, Mark> & {
  marked: Node[];
  sections: Grouped<Mark, Mark>;
  late: ReadonlyMap<Mark, Node>;
  decorations: DecorationSource;
};
/** Whether what is drawn came from the shared document. */
const key = new PluginKey<boolean>('groupedView');
const drawn = new WeakMap<EditorView, Shown>();
const viewOf = new WeakMap<Desc, Drawn>();

/** A group or section that was made for what is written now is laid out wherever it stands. */
function withCaret(
  groups: readonly (Mark | null)[],
  caret: number,
  madeBefore: number,
): readonly (Mark | null)[] {
  const at = groups[caret];
  if (!at || Number(at.attrs['number']) <= madeBefore) return groups;
  const laidOut = at.type.create({ ...at.attrs, hasCaret: true });
  return groups.map((it) => (it === at ? laidOut : it));
}

/**
 * The same nodes for blocks that stayed as and where they were: by that ProseMirror knows that
 * there is nothing to draw.
 */
function marked(view: EditorView, doc: Node, decorations: DecorationSource): Node {
  const was: Shown = drawn.get(view) ?? {
    blocks: [],
    groups: [],
    marked: [],
    sections: { blocks: [], groups: [] },
    late: new Map(),
    decorations,
  };
  const madeBefore = made;
  const caret = view.state.selection.$head.index(0);
  const now = regroup(was, doc.content.content, newGroup);
  const groups = withCaret(now.groups, caret, madeBefore);
  const sections = inSections(was.sections, groups, groups[caret] ?? null, madeBefore);
  const around = new Map(
    sections.blocks.map((group, at) => [group, [sections.groups[at] ?? [], group].flat()]),
  );
  const gone = was.blocks.length - now.blocks.length;
  const same = (at: number, then: number, marks: readonly Mark[]) =>
    was.blocks[then] === now.blocks[at] && isSame(was.marked[then]?.marks, marks)
      ? was.marked[then]
      : undefined;
  const nodes = now.blocks.map((block, at) => {
    const group = groups[at];
    const marks = (group && around.get(group)) ?? [];
    return same(at, at, marks) ?? same(at, at + gone, marks) ?? block.mark(marks);
  });
  const isOpened = was.blocks.length <= 1 && key.getState(view.state) === true;
  const isLate = isOpened
    ? new Set(groups.slice(AT_ONCE * GROUP_SIZE).filter((it) => it !== null))
    : was.late;
  const { shown, late } = withPlaces(nodes, groups, isLate, was.late);
  drawn.set(view, { blocks: now.blocks, groups, marked: nodes, sections, late, decorations });
  // A list of its own: a block of those above is replaced where it alone is drawn.
  return doc.copy(Fragment.fromArray([...shown]));
}

const isSame = (was: readonly Mark[] | undefined, now: readonly Mark[]): boolean =>
  was?.length === now.length && now.every((it, at) => it === was[at]);

function inSections(
  was: Grouped<Mark, Mark>,
  groups: readonly (Mark | null)[],
  caret: Mark | null,
  madeBefore: number,
): Grouped<Mark, Mark> {
  const each = groups.filter((it, at): it is Mark => it !== null && it !== groups[at - 1]);
  const now = regroup(was, each, newSection);
  return {
    blocks: each,
    groups: withCaret(now.groups, caret ? each.indexOf(caret) : -1, madeBefore),
  };
}

/** One place for the blocks of each group that is late. */
function withPlaces(
  nodes: Node[],
  groups: readonly (Mark | null)[],
  isLate: { has(group: Mark): boolean; size: number },
  was: Shown['late'],
): { shown: Node[]; late: Shown['late'] } {
  if (isLate.size === 0) return { shown: nodes, late: was };
  const shown: Node[] = [];
  const late = new Map<Mark, Node>();
  for (let from = 0, to = 0; from < nodes.length; from = to) {
    const group = groups[from];
    while (to < nodes.length && groups[to] === group) to += 1;
    const its = nodes.slice(from, to);
    if (!group || !isLate.has(group)) {
      shown.push(...its);
      continue;
    }
    const place = placeFor(group, its, was.get(group));
    late.set(group, place);
    shown.push(place);
  }
  return { shown, late };
}

/** As large as the blocks whose place it takes, and in their section. */
function placeFor(group: Mark, blocks: Node[], was: Node | undefined): Node {
  const nodeSize = Fragment.fromArray(blocks).size;
  const section = blocks[0]?.marks.slice(0, -1) ?? [];
  if (was?.nodeSize === nodeSize && isSame(was.marks, section)) return was;
  return Object.defineProperty(
    own.node(LATE, { number: group.attrs['number'] as number }, undefined, section),
    'nodeSize',
    { value: nodeSize },
  );
}

function drawLate(view: Drawn, choose: (shown: Shown) => Iterable<Mark>): void {
  const shown = drawn.get(view);
  if (!shown || shown.late.size === 0) return;
  const late = new Map(shown.late);
  for (const group of choose(shown)) late.delete(group);
  if (late.size === shown.late.size) return;
  drawn.set(view, { ...shown, late });
  view.domObserver.stop();
  view.docView.updateChildren(view, 0);
  view.domObserver.start();
}

const all = ({ late }: Shown): Iterable<Mark> => late.keys();

/** Those in which one of these places is. */
const at =
  (places: readonly number[]) =>
  ({ blocks, groups }: Shown): Iterable<Mark> => {
    const found = new Set<Mark>();
    let end = 0;
    for (const [index, block] of blocks.entries()) {
      const [start, group] = [end, groups[index]];
      end += block.nodeSize;
      if (group && places.some((it) => it >= start && it <= end)) found.add(group);
    }
    return found;
  };

/**
 * One, and some that follow it: for each time that something is drawn, all that is there is gone
 * through.
 */
const from =
  (number: unknown) =>
  ({ late }: Shown): Iterable<Mark> => {
    const groups = [...late.keys()];
    const first = groups.findIndex(({ attrs }) => attrs['number'] === number);
    return first < 0 ? [] : groups.slice(first, first + IN_ONE_GO);
  };

/**
 * A block's own part of the page, where what was written stays within one; `undefined` where it
 * does not.
 */
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

/** What changed of a document of which all is drawn, where it is one block. */
function changed(
  { blocks, marked, late }: Shown,
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

/** False where more than one block has to be drawn. */
function drawnAlone(view: EditorView, desc: Desc, doc: Node): boolean {
  const shown = isLeftOut('draw-one-block') ? undefined : drawn.get(view);
  const change = shown && changed(shown, doc);
  if (!change || !drawOneBlock(view, desc, shown.decorations, change)) return false;
  shown.marked[change.at] = change.now;
  drawn.set(view, { ...shown, blocks: doc.content.content, decorations: desc.innerDeco });
  return true;
}

const isShared = (tr: Transaction): boolean =>
  (tr.getMeta(ySyncPluginKey) as { isChangeOrigin?: boolean } | undefined)?.isChangeOrigin === true;

/** A view of one block in one group, by which ProseMirror's internals are found. */
export const specimenView = (): EditorView =>
  new EditorView(null, {
    state: EditorState.create({ doc: own.node('doc', null, own.text('a', [newGroup()])) }),
  });

/**
 * Replaces how views draw, for all views of this page; it changes those of documents in editors with
 * this extension alone. `specimen`: see `specimenView`.
 */
export function patchViews(specimen: EditorView): void {
  const { docView } = specimen as Drawn;
  const views = Object.getPrototypeOf(docView) as Desc;
  if (!isLeftOut('group-sizes'))
    rememberSizes(
      Object.getPrototypeOf(docView.children[0]) as Desc,
      ({ mark }) => mark?.type.schema === own,
    );
  const { updateChildren, parseRange, descAt, domFromPos, setSelection } = views;
  const isGrouped = (it: Desc, view: EditorView) => !it.parent && key.get(view.state) !== undefined;
  views.updateChildren = function draw(view, pos) {
    const { node } = this;
    if (!node || !isGrouped(this, view)) {
      updateChildren.call(this, view, pos);
      return;
    }
    if (drawnAlone(view, this, node)) return;
    viewOf.set(this, view as Drawn);
    this.node = marked(view, node, this.innerDeco);
    try {
      redraw(() => {
        updateChildren.call(this, view, pos);
      });
    } finally {
      this.node = node;
    }
  };
  views.parseRange = function parse(from, to, base = 0) {
    // A whole group would be read otherwise, for each key.
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
    drawAt(this, anchor, head);
    setSelection.call(this, anchor, head, view, force);
  };
}

function drawAt(desc: Desc, ...places: number[]): void {
  const view = viewOf.get(desc);
  if (view) drawLate(view, places.length > 0 ? at(places) : all);
}

/**
 * What goes through the page by itself finds all of it there: the browser's own search and
 * printing, and keys that go far.
 */
function drawsForAll(view: Drawn): { destroy(): void } {
  const draw = () => {
    drawLate(view, all);
  };
  const keys = ({ ctrlKey, metaKey, key: name }: KeyboardEvent) => {
    if (ctrlKey || metaKey || /^Page/.test(name)) draw();
  };
  window.addEventListener('beforeprint', draw);
  window.addEventListener('keydown', keys, true);
  return {
    destroy() {
      window.removeEventListener('beforeprint', draw);
      window.removeEventListener('keydown', keys, true);
    },
  };
}

function latePlace(view: Drawn, number: unknown): { dom: HTMLElement; destroy(): void } {
  const dom = document.createElement('div');
  dom.className = 'note-group';
  dom.style.blockSize = `${GROUP_EM}em`;
  return {
    dom,
    destroy: whenNearOrIdle(dom, () => {
      drawLate(view, from(number));
    }),
  };
}

export const groupedView = Extension.create({
  name: 'groupedView',
  addProseMirrorPlugins() {
    return [
      new Plugin({
        key,
        state: {
          init: () => false,
          apply: (tr, was) =>
            isShared(tr) || (was && tr.getMeta('appendedTransaction') !== undefined),
        },
        view: (view) => drawsForAll(view as Drawn),
        props: {
          handleKeyDown: isDocumentEdgeKey,
          nodeViews: { [LATE]: ({ attrs }, view) => latePlace(view as Drawn, attrs['number']) },
        },
      }),
    ];
  },
});
