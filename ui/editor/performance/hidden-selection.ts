import type { EditorView } from '@tiptap/pm/view';

/**
 * Hides from React that the editor is editable. At each commit React checks whether the focus is in
 * an editable element, and if so traverses it to save the selection. In a long note this takes
 * longer than everything else, and ProseMirror saves its selection itself. The element's attribute
 * stays.
 */
export function hideSelection({ dom }: EditorView): void {
  Object.defineProperty(dom, 'contentEditable', { configurable: true, get: () => 'inherit' });
}
