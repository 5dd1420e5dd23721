/**
 * Reduces remote edits to what changed. The binding replaces the entire document with new nodes;
 * here, untouched blocks stay the same objects, and decorations in them keep their position.
 */
import { Extension } from '@tiptap/core';
import { Selection, type EditorState, type Transaction } from '@tiptap/pm/state';
import { ySyncPluginKey } from '@tiptap/y-tiptap';

/**
 * Nodes by their shared type. The binding removes everything that changed, and its ancestors,
 * before clearing its map; the rest is still valid and reused from here.
 */
export class CachedNodes<Shared, Made> extends Map<Shared, Made> {
  override clear(): void {
    /* see above */
  }
}

export function minimalChange(state: EditorState, tr: Transaction): Transaction {
  const shared = tr.getMeta(ySyncPluginKey) as { isChangeOrigin?: boolean } | undefined;
  if (
    shared?.isChangeOrigin !== true ||
    tr.steps.length !== 1 ||
    tr.before !== state.doc ||
    state.doc.childCount < 2
  )
    return tr;
  const [was, now] = [state.doc.content, tr.doc.content];
  const start = was.findDiffStart(now);
  const end = was.findDiffEnd(now);
  const less = state.tr;
  if (start !== null && end) {
    const overlap = Math.max(0, start - Math.min(end.a, end.b));
    less.replace(start, end.a + overlap, tr.doc.slice(start, end.b + overlap));
    if (!less.doc.eq(tr.doc)) return tr;
  }
  if (tr.selectionSet)
    less.setSelection(
      Selection.fromJSON(
        less.doc,
        tr.selection.toJSON() as Parameters<typeof Selection.fromJSON>[1],
      ),
    );
  Object.assign(less['meta'], tr['meta']);
  if (tr.scrolledIntoView) less.scrollIntoView();
  return less;
}

export const sharedChanges = Extension.create({
  name: 'sharedChanges',
  // Runs before everything else that handles transactions.
  priority: 1100,
  dispatchTransaction({ transaction, next }) {
    next(minimalChange(this.editor.state, transaction));
  },
});
