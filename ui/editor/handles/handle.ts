/**
 * The handle as the editor knows it: an element that follows the pointer, and the block that it
 * stands beside.
 */
import { type Editor, Extension } from '@tiptap/core';
import { Plugin } from '@tiptap/pm/state';
import type { EditorView } from '@tiptap/pm/view';
import { blockNear, drawnBlock } from './block-near.ts';
import { takeBlocks } from './take-blocks.ts';

export interface Handle {
  element: HTMLElement;
  /** of the block beside it */
  position(): number | undefined;
  subscribe(changed: () => void): () => void;
  /** Keeps it where it is while its menu is open. */
  hold(held: boolean): void;
  /** When its menu is asked for by the keyboard. */
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
    const block = drawnBlock(view, at);
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
      // The pointer may have gone while the menu was open.
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

/** The menu by the keyboard, the handle by the pointer; both stay with the block as notes change. */
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

/** Beside the block under the pointer, until one writes or the pointer goes. */
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
    const at = blockNear(view, pointer.clientX, pointer.clientY);
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
        if (at === undefined || !takeBlocks(view, event, at)) {
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
