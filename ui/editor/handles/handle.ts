/**
 * The handle in the editor: an element that follows the pointer, and its block.
 */
import { type Editor, Extension } from '@tiptap/core';
import { Plugin } from '@tiptap/pm/state';
import type { EditorView } from '@tiptap/pm/view';
import { blockAtHeight, blockElement } from './block-at-height.ts';
import { startBlockDrag } from './start-block-drag.ts';

export interface Handle {
  element: HTMLElement;
  /** position of the block beside it */
  position(): number | undefined;
  subscribe(changed: () => void): () => void;
  /** Keeps it in place while its menu is open. */
  hold(held: boolean): void;
  /** Called when its menu is opened with the keyboard. */
  onAsked(ask: () => void): () => void;
  extension: Extension;
}

export function createHandle(): Handle {
  const element = document.createElement('div');
  element.className = 'block-handle';
  element.draggable = true;
  let position: number | undefined;
  let isHeld = false;
  let ask: (() => void) | undefined;
  const listeners = new Set<() => void>();
  const set = (next: number | undefined) => {
    if (next === position) return;
    position = next;
    for (const changed of listeners) changed();
  };
  const hide = () => {
    if (!element.hidden) element.hidden = true;
    set(undefined);
  };
  const show = (view: EditorView, at: number) => {
    const block = blockElement(view, at);
    if (!block) {
      hide();
      return;
    }
    element.hidden = false;
    const [box, around] = [
      block.getBoundingClientRect(),
      element.offsetParent?.getBoundingClientRect(),
    ];
    if (around)
      Object.assign(element.style, {
        left: `${box.left - around.left - element.offsetWidth}px`,
        top: `${box.top - around.top}px`,
      });
    set(at);
  };
  hide();
  return {
    element,
    position: () => position,
    subscribe(changed) {
      listeners.add(changed);
      return () => {
        listeners.delete(changed);
      };
    },
    hold(now) {
      isHeld = now;
      element.draggable = !now;
      // The pointer may have left while the menu was open.
      if (!now && !element.matches(':hover')) hide();
    },
    onAsked(next) {
      ask = next;
      return () => {
        ask = undefined;
      };
    },
    extension: handleExtension(element, {
      isHeld: () => isHeld,
      position: () => position,
      show,
      hide,
      openMenu: () => ask,
    }),
  };
}

interface Shown {
  isHeld(): boolean;
  position(): number | undefined;
  show(view: EditorView, at: number): void;
  hide(): void;
}

/**
 * The keyboard opens the menu, the pointer moves the handle; both follow the block when the notes
 * change.
 */
const handleExtension = (
  element: HTMLElement,
  shown: Shown & { openMenu(): (() => void) | undefined },
): Extension =>
  Extension.create({
    name: 'blockHandle',
    addKeyboardShortcuts: () => ({
      'Mod-/': ({ editor }) => {
        const open = shown.openMenu();
        if (!editor.isEditable || !open) return false;
        const { $from, from } = editor.state.selection;
        shown.show(editor.view, $from.depth > 0 ? $from.before(1) : from);
        open();
        return true;
      },
    }),
    onTransaction({ editor, transaction }) {
      const position = shown.position();
      if (!transaction.docChanged || position === undefined) return;
      const { deleted, pos } = transaction.mapping.mapResult(position, 1);
      if (deleted) shown.hide();
      else shown.show(editor.view, pos);
    },
    addProseMirrorPlugins() {
      return [following(this.editor, element, shown)];
    },
  });

/** Shown beside the block under the pointer until typing or until the pointer leaves. */
function following(
  editor: Editor,
  element: HTMLElement,
  { isHeld, position, show, hide }: Shown,
): Plugin {
  let frame: number | undefined;
  let pointer: MouseEvent | undefined;
  const look = (view: EditorView) => {
    frame = undefined;
    if (!pointer || isHeld() || !editor.isEditable || view.isDestroyed) return;
    const at = blockAtHeight(view, pointer.clientX, pointer.clientY);
    if (at !== undefined) show(view, at);
  };
  const leave = () => {
    pointer = undefined;
    if (!isHeld()) hide();
  };
  const goneFrom =
    (other: HTMLElement) =>
    ({ relatedTarget }: MouseEvent) => {
      if (!(relatedTarget instanceof Node && other.contains(relatedTarget))) leave();
    };
  return new Plugin({
    view(view) {
      const left = goneFrom(view.dom);
      const taken = (event: DragEvent) => {
        const at = position();
        if (at === undefined || !startBlockDrag(view, event, at)) {
          event.preventDefault();
          return;
        }
        element.dataset['dragging'] = 'true';
      };
      const dropped = () => {
        delete element.dataset['dragging'];
        leave();
      };
      element.addEventListener('dragstart', taken);
      element.addEventListener('dragend', dropped);
      element.addEventListener('mouseleave', left);
      view.dom.parentElement?.append(element);
      return {
        destroy() {
          if (frame !== undefined) cancelAnimationFrame(frame);
          element.removeEventListener('dragstart', taken);
          element.removeEventListener('dragend', dropped);
          element.removeEventListener('mouseleave', left);
          element.remove();
        },
      };
    },
    props: {
      handleDOMEvents: {
        mousemove(view, event) {
          pointer = event;
          frame ??= requestAnimationFrame(() => {
            look(view);
          });
        },
        mouseleave(_view, event) {
          goneFrom(element)(event);
        },
        keydown() {
          leave();
        },
      },
    },
  });
}
