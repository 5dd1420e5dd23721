/**
 * What others write comes to the editor as one replacement of the whole document, made anew. Here
 * it becomes what has changed: blocks that nobody touched stay the same values, and whatever is
 * marked in them stays where it is.
 */
import { Extension } from '@tiptap/core';
import { Selection, type EditorState, type Transaction } from '@tiptap/pm/state';
import { ySyncPluginKey } from '@tiptap/y-tiptap';

/**
 * Nodes by what they were made from. Before the binding clears it, it has taken out all that
 * changed and all that holds it; the rest still holds, and is taken from here.
 */
export class KeptNodes<Shared, Made> extends Map<Shared, Made> {
  override clear(): void {
    /* see above */
  }
}

export function narrowed(state: EditorState, tr: Transaction): Transaction {
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
  // Before whatever else looks at a transaction.
  priority: 1100,
  dispatchTransaction({ transaction, next }) {
    next(narrowed(this.editor.state, transaction));
  },
});
