/**
 * Draws only the edited block if nothing else changed. ProseMirror traverses all blocks and all
 * decorations of the document for each key.
 */
import type { Node } from '@tiptap/pm/model';
import type { DecorationSet, DecorationSource, EditorView } from '@tiptap/pm/view';
import type { Desc } from './view-desc.ts';
import { resize } from './group-sizes.ts';

/**
 * ProseMirror's dirty flags: a view is up to date, a child is dirty; higher values mean that its
 * children differ from the drawn ones.
 */
const [CLEAN, CHILD_DIRTY] = [0, 1] as const;

/** The block at index `at`, at document offset `offset`, as drawn and as it is now. */
export interface Change {
  at: number;
  offset: number;
  was: Node;
  now: Node;
}

/**
 * `decorations`: those the document was drawn with. Returns false if it did not draw everything.
 */
export function drawOneBlock(
  view: EditorView,
  document: Desc,
  decorations: DecorationSource,
  { at, offset, was, now }: Change,
): boolean {
  if (
    view.composing ||
    document.dirty > CHILD_DIRTY ||
    !areElsewhere(decorations, document.innerDeco, offset, now.nodeSize - was.nodeSize)
  )
    return false;
  const block = blockAt(document, at);
  if (block?.node !== was || (document.dirty !== CLEAN && block.dirty === CLEAN)) return false;
  const { dom } = block;
  const isDrawn =
    block.update(now, [], document.innerDeco.forChild(offset, now), view) && block.dom === dom;
  resize(block);
  return isDrawn;
}

/** Blocks can be inside groups, and groups inside sections; either can be missing. */
function blockAt(within: Desc, at: number): Desc | undefined {
  let remaining = at;
  for (const it of within.children) {
    const blocks = it.node ? 1 : blocksIn(it);
    if (remaining < blocks) return it.node ? it : blockAt(it, remaining);
    remaining -= blocks;
  }
  return undefined;
}
const blocksIn = ({ children }: Desc): number =>
  children[0]?.node ? children.length : children.reduce((sum, it) => sum + blocksIn(it), 0);

/**
 * Whether decorations are equal except in the block at `offset`, which grew `by` characters. False
 * if any decorates whole blocks.
 */
function areElsewhere(
  was: DecorationSource,
  now: DecorationSource,
  offset: number,
  by: number,
): boolean {
  const [before, after] = [setsOf(was), setsOf(now)];
  return (
    before.length === after.length &&
    before.every((it, at) => isElsewhere(it, after[at], offset, by))
  );
}

/** Decorations of the document, then of its blocks: from, to and the set of one each. */
interface Decorated {
  local: readonly unknown[];
  children: readonly unknown[];
}

function setsOf(source: DecorationSource): Decorated[] {
  const sets: DecorationSet[] = [];
  source.forEachSet((it) => {
    sets.push(it);
  });
  return sets as unknown[] as Decorated[];
}

function isElsewhere(
  was: Decorated,
  now: Decorated | undefined,
  offset: number,
  by: number,
): boolean {
  if (!now || was.local.length > 0 || now.local.length > 0) return false;
  const others = ({ children }: Decorated, moved: number) => {
    const found: unknown[] = [];
    for (let at = 0; at < children.length; at += 3) {
      const from = Number(children[at]);
      if (from !== offset) found.push(from > offset ? from + moved : from, children[at + 2]);
    }
    return found;
  };
  const [before, after] = [others(was, by), others(now, 0)];
  return before.length === after.length && before.every((it, at) => it === after[at]);
}
