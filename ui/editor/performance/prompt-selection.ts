/**
 * Browsers report a moved selection once per frame. Anything before that, such as another key or a
 * remote change, would use the previous selection: fast keys would lose steps, and delete what is
 * no longer selected.
 */
import { Extension } from '@tiptap/core';
import { Plugin } from '@tiptap/pm/state';
import type { EditorView } from '@tiptap/pm/view';
import { yCursorPluginKey } from '@tiptap/y-tiptap';
import type { Doc } from 'yjs';

type Observed = EditorView & {
  domObserver: { flush(): void; flushSoon(): void; pendingRecords(): readonly unknown[] };
};

/** Makes ProseMirror read the current selection if it differs from the last one it read. */
function look(view: EditorView | undefined): void {
  if (view && !view.isDestroyed && !view.composing) (view as Observed).domObserver.flush();
}

/**
 * The same before a remote change. Unread typed text waits, because reading it now would treat it
 * as part of that change.
 */
function lookOnly(view: EditorView): void {
  const { domObserver } = view as Observed;
  if (!view.isDestroyed && domObserver.pendingRecords().length > 0) domObserver.flushSoon();
  else look(view);
}

/** Reads the selection before each key, and before remote edits and cursors are drawn. */
export const promptSelection = (document: Doc): Extension =>
  Extension.create({
    name: 'promptSelection',
    // Runs before everything that handles a key, and before the shared document saves the
    // selection.
    priority: 1001,
    dispatchTransaction({ transaction, next }) {
      if (transaction.getMeta(yCursorPluginKey) !== undefined && !transaction.docChanged) {
        look(this.editor.view);
        const { selection } = this.editor.state;
        if (!selection.eq(transaction.selection)) transaction.setSelection(selection);
      }
      next(transaction);
    },
    addProseMirrorPlugins: () => [
      new Plugin({
        view(view) {
          const before = () => {
            lookOnly(view);
          };
          document.on('beforeAllTransactions', before);
          return {
            destroy() {
              document.off('beforeAllTransactions', before);
            },
          };
        },
        props: { handleDOMEvents: { keydown: look } },
      }),
    ],
  });
