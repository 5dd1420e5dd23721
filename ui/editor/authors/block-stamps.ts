/**
 * Finds blocks that a change created or edited, and the author and time to record. Checks only the
 * changed ranges, so a long note costs no more than a short one.
 */
import type { Node } from '@tiptap/pm/model';
import { Selection, type Transaction } from '@tiptap/pm/state';
import { AddMarkStep, AttrStep, Mapping, RemoveMarkStep, type Step } from '@tiptap/pm/transform';
import { blockOf } from '#core/editor/blocks/registry.ts';

/** The attributes to set, by block position. */
export type Stamps = ReadonlyMap<number, Readonly<Record<string, unknown>>>;
/** Positions of blocks with changed text; `true` if the block was empty before. */
export type ChangedTexts = ReadonlyMap<number, boolean>;

export interface Writer {
  me: string | undefined;
  now: Date;
}

interface Range {
  from: number;
  to: number;
  /** there was no block before */
  isInsertion: boolean;
}

/** A block recently written by this person keeps its stamp. */
const FRESH_MS = 60_000;
/** Above this number, stamps replace their blocks in one step. */
const MAX_SINGLE_STEPS = 20;

const isStamped = ({ type }: Node): boolean => type.spec.attrs?.['updatedAt'] !== undefined;

function rangesOf(step: Step): Range[] {
  const isInsertion = false;
  if (step instanceof AttrStep) return [{ from: step.pos, to: step.pos + 1, isInsertion }];
  if (step instanceof AddMarkStep || step instanceof RemoveMarkStep)
    return [{ from: step.from, to: step.to, isInsertion }];
  const ranges: Range[] = [];
  step
    .getMap()
    .forEach((start, end, from, to) => ranges.push({ from, to, isInsertion: start === end }));
  return ranges;
}

/** The changes of the transactions, as ranges of the last document. */
function changedRanges(transactions: readonly Transaction[]): Range[] {
  const maps = transactions.flatMap((tr) => tr.mapping.maps);
  return transactions
    .flatMap((tr) => tr.steps)
    .flatMap((step, at) => {
      const after = new Mapping(maps.slice(at + 1));
      return rangesOf(step).map(({ from, to, isInsertion }) => ({
        from: after.map(from, -1),
        to: after.map(to),
        isInsertion,
      }));
    });
}

/** Calls `visit` for each block in the range; `isInside`: it starts in the range. */
function visitBlocks(
  doc: Node,
  { from, to }: Range,
  visit: (node: Node, position: number, isInside: boolean) => void,
): void {
  const isBoundary = from === to && !doc.resolve(from).parent.inlineContent;
  if (isBoundary) return;
  doc.nodesBetween(from, Math.min(doc.content.size, Math.max(to, from + 1)), (node, position) => {
    if (isStamped(node)) visit(node, position, position >= from && position < to);
    return !node.isTextblock;
  });
}

/** Blocks that the transactions removed; a moved block is inserted as the same node. */
function removedBlocks(transactions: readonly Transaction[]): Set<Node> {
  const removed = new Set<Node>();
  for (const { steps, docs } of transactions)
    steps.forEach((step, at) =>
      step.getMap().forEach((from, to) => {
        if (to > from) docs[at]?.slice(from, to).content.forEach((node) => removed.add(node));
      }),
    );
  return removed;
}

/** The ids of blocks outside the ranges. */
function idsOutside(doc: Node, ranges: readonly Range[]): Set<unknown> {
  const ids = new Set<unknown>();
  doc.descendants((node, position) => {
    if (isStamped(node) && !ranges.some(({ from, to }) => position >= from && position < to))
      ids.add(node.attrs['_id']);
    return !node.isTextblock;
  });
  return ids;
}

interface TouchedBlock {
  node: Node;
  /** the previous block, unless the change created it */
  was: Node | undefined;
}

/** The blocks that start in the ranges, in order, except moved ones. */
function touchedBlocks(
  transactions: readonly Transaction[],
  doc: Node,
  ranges: readonly Range[],
): [position: number, block: TouchedBlock][] {
  const touched = new Map<number, TouchedBlock>();
  const moved = removedBlocks(transactions);
  const back = new Mapping(transactions.flatMap((tr) => tr.mapping.maps)).invert();
  for (const range of ranges)
    visitBlocks(doc, range, (node, position, isInside) => {
      if (!isInside || moved.has(node) || touched.has(position)) return;
      const before = range.isInsertion
        ? null
        : transactions[0]?.before.nodeAt(back.map(position, -1));
      const isSame = before?.type === node.type && before.attrs['_id'] === node.attrs['_id'];
      touched.set(position, { node, was: isSame ? before : undefined });
    });
  return [...touched].sort(([a], [b]) => a - b);
}

/**
 * Stamps of created blocks, and of those with changed attributes. The second half of a split block
 * and a copy have the id of the first until they get their own here.
 */
export function stampsOf(
  transactions: readonly Transaction[],
  doc: Node,
  { me, now }: Writer,
): Stamps {
  const stamps = new Map<number, Readonly<Record<string, unknown>>>();
  const ranges = changedRanges(transactions);
  const touched = touchedBlocks(transactions, doc, ranges);
  const mayRepeatIds = touched.some(([, { node, was }]) => !was && node.attrs['_id'] !== null);
  const taken = mayRepeatIds ? idsOutside(doc, ranges) : new Set<unknown>();
  const [at, by] = [now.toISOString(), me ?? null];
  for (const [position, { node, was }] of touched) {
    const { _id: id, createdAt, createdBy } = node.attrs as Readonly<Record<string, unknown>>;
    if (was) {
      taken.add(id);
      if (node.isAtom) stamps.set(position, { updatedAt: at, updatedBy: by });
    } else if (id !== null && taken.has(id)) stamps.set(position, ownStamp(node, at, by));
    else {
      taken.add(id);
      if (id === null || createdAt === null || createdBy === null)
        stamps.set(position, {
          _id: id ?? crypto.randomUUID(),
          createdAt: createdAt ?? at,
          createdBy: createdBy ?? by,
        });
    }
  }
  return stamps;
}

/** For a copy. A copied draft does not belong to the post. */
const ownStamp = ({ type }: Node, at: string, by: string | null) => ({
  _id: crypto.randomUUID(),
  createdAt: at,
  createdBy: by,
  updatedAt: null,
  updatedBy: null,
  ...(type.name === 'blog' ? { published: false, post_id: null } : {}),
});

/** The blocks whose text a transaction changed, and the Gloss containers around them. */
export function changedTexts(tr: Transaction): ChangedTexts {
  const changed = new Map<number, boolean>();
  const back = tr.mapping.invert();
  for (const range of changedRanges([tr]))
    visitBlocks(tr.doc, range, (node, position, isInside) => {
      const isNew = isInside && range.isInsertion;
      if (isNew || node.isAtom || !(node.isTextblock || isInside || blockOf(node.type.name)))
        return;
      const was = tr.before.nodeAt(back.map(position, -1));
      changed.set(position, node.isTextblock && was?.content.size === 0);
    });
  return changed;
}

/** The stamps of edited blocks. */
export function textStamps(doc: Node, changed: ChangedTexts, { me, now }: Writer): Stamps {
  const stamps = new Map<number, Readonly<Record<string, unknown>>>();
  const [at, by] = [now.toISOString(), me ?? null];
  for (const [position, wasEmpty] of changed) {
    const node = position < doc.content.size ? doc.nodeAt(position) : null;
    if (!node || !isStamped(node)) continue;
    const { _id, createdAt, createdBy, updatedAt, updatedBy } = node.attrs as Readonly<
      Record<string, unknown>
    >;
    const [when, who] = updatedAt === null ? [createdAt, createdBy] : [updatedAt, updatedBy];
    const isFresh =
      who === by && typeof when === 'string' && now.getTime() - Date.parse(when) < FRESH_MS;
    if (isFresh && _id !== null) continue;
    const id = _id ?? crypto.randomUUID();
    stamps.set(
      position,
      wasEmpty && createdAt === null
        ? { _id: id, createdAt: at, createdBy: by }
        : { _id: id, updatedAt: at, updatedBy: by },
    );
  }
  return stamps;
}

/** Sets the attributes. Keeps positions and the selection. */
export function applyStamps(tr: Transaction, stamps: Stamps): Transaction {
  if (stamps.size <= MAX_SINGLE_STEPS) {
    for (const [position, attributes] of stamps)
      for (const [name, value] of Object.entries(attributes))
        tr.setNodeAttribute(position, name, value);
    return tr;
  }
  // Separate steps would each copy the list of blocks.
  const { selection } = tr;
  const { content } = stampedNode(tr.doc, -1, stamps);
  const positions = [...stamps.keys()].sort((a, b) => a - b);
  const first = tr.doc.resolve(positions[0] ?? 0).index(0);
  const last = tr.doc.resolve(positions.at(-1) ?? 0).index(0);
  const blocks = content.content.slice(first, last + 1);
  const start = content.content.slice(0, first).reduce((sum, node) => sum + node.nodeSize, 0);
  const size = blocks.reduce((sum, node) => sum + node.nodeSize, 0);
  tr.replaceWith(start, start + size, blocks);
  return tr.setSelection(
    Selection.fromJSON(tr.doc, selection.toJSON() as Parameters<typeof Selection.fromJSON>[1]),
  );
}

function stampedNode(node: Node, position: number, stamps: Stamps): Node {
  const stamp = stamps.get(position);
  if (node.isTextblock || node.isLeaf)
    return stamp ? node.type.create({ ...node.attrs, ...stamp }, node.content, node.marks) : node;
  const children: Node[] = [];
  let isSame = stamp === undefined;
  node.forEach((child, offset) => {
    const next = stampedNode(child, position + 1 + offset, stamps);
    isSame &&= next === child;
    children.push(next);
  });
  return isSame ? node : node.type.create({ ...node.attrs, ...stamp }, children, node.marks);
}
