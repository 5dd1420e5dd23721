/**
 * Keys for the start and the end of the notes, because the browser stops at content that isn't laid
 * out.
 */
import { type EditorState, Selection, TextSelection } from '@tiptap/pm/state';
import type { EditorView } from '@tiptap/pm/view';

const END = { End: true, Home: false } as const;
/** with ⌘ on a Mac */
const END_OF_MAC = { ArrowDown: true, ArrowUp: false } as const;

function toEnd({ ctrlKey, metaKey, altKey, key }: KeyboardEvent): boolean | undefined {
  if (altKey || (!ctrlKey && !metaKey)) return undefined;
  return (
    END[key as keyof typeof END] ??
    (metaKey ? END_OF_MAC[key as keyof typeof END_OF_MAC] : undefined)
  );
}

/** Moves from the cursor to the end or the start; with Shift, selects. */
function farSelection({ doc, selection }: EditorState, end: boolean, all: boolean): Selection {
  const far = end ? Selection.atEnd(doc) : Selection.atStart(doc);
  return all ? TextSelection.between(selection.$anchor, far.$head) : far;
}

export function isDocumentEdgeKey(view: EditorView, event: KeyboardEvent): boolean {
  const end = toEnd(event);
  if (end === undefined) return false;
  const { state } = view;
  view.dispatch(state.tr.setSelection(farSelection(state, end, event.shiftKey)).scrollIntoView());
  return true;
}
