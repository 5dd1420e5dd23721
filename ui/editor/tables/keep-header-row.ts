/** Keeps a header row when cells are pasted into it, which would keep their own type. */
import { Extension } from '@tiptap/core';
import { Plugin, type EditorState, type Transaction } from '@tiptap/pm/state';

/** The table at the selection, and its position. */
function tableAt({ selection: { $from } }: EditorState) {
  for (let depth = $from.depth; depth > 0; depth -= 1)
    if ($from.node(depth).type.spec['tableRole'] === 'table')
      return { table: $from.node(depth), position: $from.before(depth) };
  return undefined;
}

function keepHeader(before: EditorState, now: EditorState): Transaction | null {
  const was = tableAt(before);
  const row = was && now.doc.nodeAt(was.position)?.firstChild;
  const header = now.schema.nodes['tableHeader'];
  const isHeaderRow = was?.table.firstChild?.content.content.every((it) => it.type === header);
  if (!was || !row || !header || isHeaderRow !== true) return null;
  const { tr } = now;
  row.forEach((cell, offset) => {
    if (cell.type !== header) tr.setNodeMarkup(was.position + 2 + offset, header);
  });
  return tr.docChanged ? tr : null;
}

export const keepHeaderRow = Extension.create({
  name: 'keepHeaderRow',
  // Runs before the tables' own paste handler.
  priority: 1100,
  addProseMirrorPlugins() {
    let isPasting = false;
    return [
      new Plugin({
        props: {
          handlePaste() {
            isPasting = true;
            queueMicrotask(() => {
              isPasting = false;
            });
            return false;
          },
        },
        appendTransaction: (transactions, before, now) =>
          isPasting && transactions.some((tr) => tr.docChanged) ? keepHeader(before, now) : null,
      }),
    ];
  },
});
