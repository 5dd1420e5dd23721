/** The handle as the editor knows it: an element that follows the pointer, and the block that it stands beside. */
import { type Editor, Extension, type Extensions } from '@tiptap/core';
import DragHandle from '@tiptap/extension-drag-handle';

export interface Handle {
  element: HTMLElement;
  /** of the block beside it */ position(): number | undefined;
  subscribe(changed: () => void): () => void;
  /** Keeps it where it is while its menu is open. */
  hold(editor: Editor, held: boolean): void;
  /** When its menu is asked for by the keyboard. */
  onAsked(ask: () => void): () => void;
  extensions: Extensions;
}

export function createHandle(): Handle {
  const element = document.createElement('div');
  element.className = 'block-handle';
  // Beside no block yet; once there is one, the extension shows it.
  Object.assign(element.style, { visibility: 'hidden', pointerEvents: 'none' });
  let position: number | undefined;
  const listeners = new Set<() => void>();
  let ask: (() => void) | undefined;
  const set = (next: number | undefined) => {
    if (next === position) return;
    position = next;
    for (const changed of listeners) changed();
  };
  return {
    element,
    position: () => position,
    subscribe(changed) { listeners.add(changed); return () => { listeners.delete(changed); }; },
    hold(editor, held) { editor.view.dispatch(editor.state.tr.setMeta('lockDragHandle', held)); },
    onAsked(next) { ask = next; return () => { ask = undefined; }; },
    extensions: [
      DragHandle.configure({
        render: () => element,
        onNodeChange: ({ node, pos }: { node: unknown; pos?: number }) => set(node && pos !== undefined && pos >= 0 ? pos : undefined),
      }),
      Extension.create({
        name: 'blockMenuKey',
        addKeyboardShortcuts: () => ({
          'Mod-/': ({ editor }) => {
            if (!editor.isEditable || !ask) return false;
            const { $from, from } = editor.state.selection;
            const at = $from.depth > 0 ? $from.before(1) : from;
            set(at);
            const box = (editor.view.nodeDOM(at) as HTMLElement | null)?.getBoundingClientRect();
            const around = element.offsetParent?.getBoundingClientRect();
            if (box && around) Object.assign(element.style, { visibility: '', pointerEvents: 'auto', left: `${box.left - around.left - 22}px`, top: `${box.top - around.top}px` });
            ask();
            return true;
          },
        }),
      }),
    ],
  };
}
