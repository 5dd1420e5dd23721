/**
 * A task list item with a custom checkbox. Whenever a field is added, Chromium checks all form
 * fields of the page for autofill, which lays out invisible parts: with a hundred native checkboxes
 * in a long note this takes longer than a key.
 */
import type { NodeViewRenderer } from '@tiptap/core';
import type { Node } from '@tiptap/pm/model';
import { editorTexts } from '../texts/editor.ts';

const TICKED = 'checked';
const isTicked = ({ attrs }: Node): boolean => attrs[TICKED] === true;
const others = ({ attrs }: Node): string => JSON.stringify({ ...attrs, [TICKED]: undefined });

export const taskItemView: NodeViewRenderer = ({ node: first, getPos, editor, HTMLAttributes }) => {
  let node = first;
  const [dom, box, contentDOM] = [
    document.createElement('li'),
    document.createElement('span'),
    document.createElement('div'),
  ];
  for (const [name, value] of Object.entries(HTMLAttributes)) dom.setAttribute(name, String(value));
  box.className = 'task-box';
  box.contentEditable = 'false';
  box.role = 'checkbox';
  box.tabIndex = 0;
  const show = () => {
    dom.dataset[TICKED] = String(isTicked(node));
    box.ariaChecked = String(isTicked(node));
    box.ariaLabel = editorTexts.tasks.done(node.textContent);
  };
  const tick = () => {
    const at = getPos();
    if (at === undefined || !editor.isEditable) return;
    editor.view.dispatch(editor.state.tr.setNodeAttribute(at, TICKED, !isTicked(node)));
  };
  // The cursor stays in place.
  box.addEventListener('mousedown', (event) => {
    event.preventDefault();
  });
  box.addEventListener('click', tick);
  box.addEventListener('keydown', (event) => {
    if (event.key === ' ' || event.key === 'Enter') {
      event.preventDefault();
      tick();
    }
  });
  show();
  dom.append(box, contentDOM);
  return {
    dom,
    contentDOM,
    update(next) {
      if (next.type !== node.type || others(next) !== others(node)) return false;
      node = next;
      show();
      return true;
    },
    stopEvent: ({ target }) => target === box,
    ignoreMutation: ({ type, target }) => type !== 'selection' && !contentDOM.contains(target),
  };
};
