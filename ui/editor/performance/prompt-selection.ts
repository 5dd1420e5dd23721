/**
 * A browser tells of a selection that moved once a frame. What comes before that, another key or
 * another person's change, would be done with the selection of before: keys that follow each other
 * quickly lose steps, and take out what is selected no more.
 */
import { Extension } from '@tiptap/core';
import { Plugin } from '@tiptap/pm/state';
import type { EditorView } from '@tiptap/pm/view';
import { yCursorPluginKey } from '@tiptap/y-tiptap';
import type { Doc } from 'yjs';

type Observed = EditorView & {
  domObserver: { flush(): void; flushSoon(): void; pendingRecords(): readonly unknown[] };
};

/** ProseMirror reads what is selected now, if it is not what it read last. */
function look(view: EditorView | undefined): void {
  if (view && !view.isDestroyed && !view.composing) (view as Observed).domObserver.flush();
}

/**
 * The same while another person's change comes in. What was written and is not read yet waits: read
 * now, it would be taken for a part of that change.
 */
function lookOnly(view: EditorView): void {
  const { domObserver } = view as Observed;
  if (!view.isDestroyed && domObserver.pendingRecords().length > 0) domObserver.flushSoon();
  else look(view);
}

/**
 * The editor of `document` looks what is selected before each key, and before another's words and
 * carets are drawn.
 */
export const promptSelection = (document: Doc): Extension =>
  Extension.create({
    name: 'promptSelection',
    // Before all that acts on a key, and before the shared document remembers what is selected.
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
