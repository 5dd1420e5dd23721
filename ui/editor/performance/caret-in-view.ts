/**
 * Nothing is scrolled for a caret that is in sight: to find that out, ProseMirror asks every
 * element around it where it is, for each key.
 */
import { Extension } from '@tiptap/core';
import { Plugin } from '@tiptap/pm/state';
import type { EditorView } from '@tiptap/pm/view';

/** What the notes are scrolled in. */
export const paneOf = ({ dom }: EditorView): Element | null => dom.closest('.overflow-y-auto');

/**
 * All of the words around the caret are. False also where something between them and the pane may
 * cut them off.
 */
function isInSight(view: EditorView): boolean {
  const {
    $head: { depth, parent },
  } = view.state.selection;
  const node = getSelection()?.focusNode;
  const pane = paneOf(view);
  // Where the focus is elsewhere, what the page has selected may be of before.
  if (
    !view.hasFocus() ||
    depth !== 1 ||
    !parent.inlineContent ||
    parent.type.spec.code ||
    !(node instanceof Text) ||
    !node.parentElement ||
    !pane
  )
    return false;
  const [words, seen] = [node.parentElement.getBoundingClientRect(), pane.getBoundingClientRect()];
  const { width, height } = visualViewport ?? { width: innerWidth, height: innerHeight };
  return (
    words.top >= Math.max(0, seen.top) &&
    words.bottom <= Math.min(height, seen.bottom) &&
    words.left >= Math.max(0, seen.left) &&
    words.right <= Math.min(width, seen.right)
  );
}

export const isInView = Extension.create({
  name: 'inSight',
  addProseMirrorPlugins: () => [new Plugin({ props: { handleScrollToSelection: isInSight } })],
});
