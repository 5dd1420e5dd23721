/**
 * Selecting all of a long note. The browser lays out every selected block, which takes several
 * seconds for a megabyte. ProseMirror copies, cuts and deletes by its own selection, so the browser
 * only selects the first block, and the notes are tinted to show the rest.
 */
import { Extension } from '@tiptap/core';
import { AllSelection, type EditorState, Plugin } from '@tiptap/pm/state';
import type { EditorView } from '@tiptap/pm/view';

/** The browser is fast enough below this. */
const MIN_BLOCKS = 1000;

export const isWholeSelected = ({ selection, doc }: EditorState): boolean =>
  selection instanceof AllSelection && doc.childCount >= MIN_BLOCKS;

/** The browser would insert these in place of the first block. */
const REPLACES = /^(delete|insert(Text|CompositionText|ReplacementText|Paragraph|LineBreak)$)/;

function deleteSelected(view: EditorView): void {
  view.dispatch(view.state.tr.deleteSelection().scrollIntoView());
}

/** Input that the editor leaves to the browser: of input methods, menus and dictation. */
function beforeInput(view: EditorView, event: InputEvent): boolean {
  if (!view.editable || !isWholeSelected(view.state) || !REPLACES.test(event.inputType))
    return false;
  deleteSelected(view);
  if (!event.inputType.startsWith('delete')) return false;
  event.preventDefault();
  return true;
}

export const wholeSelection = Extension.create({
  name: 'wholeSelection',
  addProseMirrorPlugins: () => [
    new Plugin({
      view: () => ({
        update({ dom, state }) {
          dom.classList.toggle('is-all-selected', isWholeSelected(state));
        },
      }),
      props: {
        handleDOMEvents: {
          beforeinput: beforeInput,
          compositionstart(view) {
            if (view.editable && isWholeSelected(view.state)) deleteSelected(view);
            return false;
          },
        },
      },
    }),
  ],
});
