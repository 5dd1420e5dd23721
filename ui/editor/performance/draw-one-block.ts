/**
 * Draws the block that is written in and nothing else, where nothing else changed. ProseMirror goes
 * through all blocks of the document, and through all that is marked in it, for each key.
 */
import type { Node } from '@tiptap/pm/model';
import type { DecorationSet, DecorationSource, EditorView } from '@tiptap/pm/view';
import type { Desc } from './view-desc.ts';
import { resize } from './group-sizes.ts';

/**
 * Of a view that is as it was drawn, and of one of whose children something is not; more where the
 * children are not the ones that were drawn.
 */
const [CLEAN, CHILD_DIRTY] = [0, 1] as const;

/**
 * The block that stands `at` this place among all, `offset` into the document, as it was drawn and
 * as it is now.
 */
export interface Change {
  at: number;
  offset: number;
  was: Node;
  now: Node;
}

/**
 * `decorations`: those that the document was drawn with. False where it was not drawn, or not all
 * that has to be.
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

/** Where blocks stand within groups, and these within sections; either may be on its own. */
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
 * Whether decorations are the same but for those in the block at `offset`, which has become larger
 * `by` so much. False where any is of whole blocks.
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

/** Of the document itself, and of its blocks: from, to and the set of one in turn. */
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
