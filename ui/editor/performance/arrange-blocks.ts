/** Arranges the blocks to draw, each with the marks of its section and group. */
import { Fragment, type Mark, type Node } from '@tiptap/pm/model';
import type { DecorationSource, EditorView } from '@tiptap/pm/view';
import { GROUP_SIZE, type Grouped, regroup } from './block-groups.ts';
import { type DrawnBlocks, drawnBlocks, groupedViewKey } from './drawn-blocks.ts';
import { groupSchema, LATE, lastNumber, newGroup, newSection } from './group-marks.ts';

/**
 * Groups that are drawn when notes are opened: more than fit most windows. In larger ones the next
 * are drawn when these are visible.
 */
const AT_ONCE = 2;
/**
 * With more new blocks than this, such as a long paste, only those near the caret are drawn
 * immediately.
 */
const MAX_NEW = 400;

/**
 * The document to draw. Unchanged blocks are the same nodes, so ProseMirror doesn't redraw them.
 */
export function arrangeBlocks(view: EditorView, doc: Node, decorations: DecorationSource): Node {
  const was: DrawnBlocks = drawnBlocks.get(view) ?? {
    blocks: [],
    groups: [],
    marked: [],
    sections: { blocks: [], groups: [] },
    late: new Map(),
    decorations,
  };
  const madeBefore = lastNumber();
  const caret = view.state.selection.$head.index(0);
  const now = regroup(was, doc.content.content, newGroup);
  const groups = withCaret(now.groups, caret, madeBefore);
  const sections = inSections(was.sections, groups, groups[caret] ?? null, madeBefore);
  const marked = markBlocks(was, { blocks: now.blocks, groups }, sections);
  const isOpened = was.blocks.length <= 1 && groupedViewKey.getState(view.state) === true;
  const isLate = isOpened
    ? new Set(groups.slice(AT_ONCE * GROUP_SIZE).filter((it) => it !== null))
    : new Set([...was.late.keys(), ...lateNewGroups(was, { blocks: now.blocks, groups }, caret)]);
  const { shown, late } = withPlaces(marked, groups, isLate, was.late);
  drawnBlocks.set(view, { blocks: now.blocks, groups, marked, sections, late, decorations });
  // A separate list, because a block is replaced in it when only that block is drawn.
  return doc.copy(Fragment.fromArray([...shown]));
}

/**
 * Of many blocks that arrive together: the groups that contain only these and are far from the
 * caret.
 */
function lateNewGroups(
  was: DrawnBlocks,
  { blocks, groups }: Grouped<Node, Mark>,
  caret: number,
): Set<Mark> {
  const late = new Set<Mark>();
  if (blocks.length - was.blocks.length <= MAX_NEW) return late;
  for (const it of groups) if (it) late.add(it);
  for (const it of was.groups) if (it) late.delete(it);
  const known = new Set(was.blocks);
  const near = AT_ONCE * GROUP_SIZE;
  for (const [at, block] of blocks.entries()) {
    const group = groups[at];
    if (group && (Math.abs(at - caret) <= near || known.has(block))) late.delete(group);
  }
  return late;
}

/** New groups and sections of edited text are always laid out, wherever they are. */
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

/** The blocks with their marks; the same nodes as before if nothing changed. */
function markBlocks(
  was: DrawnBlocks,
  now: Grouped<Node, Mark>,
  sections: Grouped<Mark, Mark>,
): Node[] {
  const around = new Map(
    sections.blocks.map((group, at) => [group, [sections.groups[at] ?? [], group].flat()]),
  );
  const removedCount = was.blocks.length - now.blocks.length;
  const same = (at: number, then: number, marks: readonly Mark[]) =>
    was.blocks[then] === now.blocks[at] && areSame(was.marked[then]?.marks, marks)
      ? was.marked[then]
      : undefined;
  return now.blocks.map((block, at) => {
    const group = now.groups[at];
    const marks = (group && around.get(group)) ?? [];
    return same(at, at, marks) ?? same(at, at + removedCount, marks) ?? block.mark(marks);
  });
}

const areSame = (was: readonly Mark[] | undefined, now: readonly Mark[]): boolean =>
  was?.length === now.length && now.every((it, at) => it === was[at]);

/** Replaces the blocks of each late group with one placeholder. */
function withPlaces(
  nodes: Node[],
  groups: readonly (Mark | null)[],
  isLate: { has(group: Mark): boolean; size: number },
  was: DrawnBlocks['late'],
): { shown: Node[]; late: DrawnBlocks['late'] } {
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

/** As large as the replaced blocks, in the same section. */
function placeFor(group: Mark, blocks: Node[], was: Node | undefined): Node {
  const nodeSize = Fragment.fromArray(blocks).size;
  const section = blocks[0]?.marks.slice(0, -1) ?? [];
  if (was?.nodeSize === nodeSize && areSame(was.marks, section)) return was;
  return Object.defineProperty(
    groupSchema.node(LATE, { number: group.attrs['number'] as number }, undefined, section),
    'nodeSize',
    { value: nodeSize },
  );
}
