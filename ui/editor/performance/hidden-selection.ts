import type { EditorView } from '@tiptap/pm/view';

/**
 * At each of its commits React looks whether the focus is in something editable, and if so walks
 * all of it to find where the selection stands. In a long note that takes longer than everything
 * else, and ProseMirror keeps its selection itself. The attribute of the element stays.
 */
export function hideSelection({ dom }: EditorView): void {
  Object.defineProperty(dom, 'contentEditable', { configurable: true, get: () => 'inherit' });
}
