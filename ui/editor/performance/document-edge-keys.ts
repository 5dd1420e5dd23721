/**
 * The keys that go to the beginning and the end of the notes. The browser stops at what it has not
 * laid out yet.
 */
import { type EditorState, Selection, TextSelection } from '@tiptap/pm/state';
import type { EditorView } from '@tiptap/pm/view';

const END = { End: true, Home: false } as const;
/** with ⌘, on a Mac */
const END_OF_MAC = { ArrowDown: true, ArrowUp: false } as const;

function toEnd({ ctrlKey, metaKey, altKey, key }: KeyboardEvent): boolean | undefined {
  if (altKey || (!ctrlKey && !metaKey)) return undefined;
  return (
    END[key as keyof typeof END] ??
    (metaKey ? END_OF_MAC[key as keyof typeof END_OF_MAC] : undefined)
  );
}

/** From where it is to the end, or to the beginning; with Shift, all between. */
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
