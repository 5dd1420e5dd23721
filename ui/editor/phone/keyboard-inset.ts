/**
 * Keeps a bar and the caret above the on-screen keyboard, which covers the page without resizing
 * it.
 */
import type { Editor } from '@tiptap/core';

/** px; smaller changes are browser bars or rounding */
const LEAST_KEYBOARD = 100;

/** How much of the page above `bottom` the keyboard covers, in px. */
function coveredHeight(bottom: number, viewport: VisualViewport): number {
  return Math.max(0, Math.round(bottom - viewport.offsetTop - viewport.height));
}

/**
 * Pads `foot`, the last part of the notes' pane, by the height that the keyboard covers, until the
 * returned function is called. Without `visualViewport` the browser resizes the page by itself.
 */
export function followKeyboard(editor: Editor, foot: HTMLElement): () => void {
  const viewport = window.visualViewport;
  const scroller = editor.view.dom.closest('[data-notes-scroller]');
  const root = document.documentElement;
  const fit = () => {
    const covered = viewport ? coveredHeight(foot.getBoundingClientRect().bottom, viewport) : 0;
    foot.style.paddingBottom = covered > 0 ? `${covered}px` : '';
    root.toggleAttribute('data-keyboard', covered >= LEAST_KEYBOARD);
  };
  const sizes = new ResizeObserver(() => {
    fit();
    if (editor.isFocused) editor.commands.scrollIntoView();
  });
  if (scroller) sizes.observe(scroller);
  viewport?.addEventListener('resize', fit);
  viewport?.addEventListener('scroll', fit);
  fit();
  return () => {
    sizes.disconnect();
    viewport?.removeEventListener('resize', fit);
    viewport?.removeEventListener('scroll', fit);
    foot.style.paddingBottom = '';
    root.removeAttribute('data-keyboard');
  };
}
