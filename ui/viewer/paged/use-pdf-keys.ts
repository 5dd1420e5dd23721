import { useEffect, useRef, type RefObject } from 'react';
import { useShortcutActions } from '../../kit/palette.ts';
import { singleKeys } from '../../kit/single-keys.ts';

export interface PdfKeys {
  onFind(): void;
  onZoom(change: 'in' | 'out' | 'page-width'): void;
  onRotate(degrees: 90 | -90): void;
  onStep(by: 1 | -1): void;
  /** undefined if no text is selected */
  onMark: ((underline: boolean) => void) | undefined;
}

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof Element &&
  target.closest(
    'input, textarea, select, [contenteditable="true"], [role="radio"], [role="tab"], [role="menu"]',
  ) !== null;

/** Returns whether the key was handled. */
function press(
  { key, ctrlKey, metaKey, altKey, shiftKey, target }: KeyboardEvent,
  keys: PdfKeys,
): boolean {
  if (altKey) return false;
  if (ctrlKey || metaKey) {
    switch (key) {
      case 'f':
      case 'F':
        keys.onFind();
        return true;
      case '+':
      case '=':
        keys.onZoom('in');
        return true;
      case '-':
        keys.onZoom('out');
        return true;
      case '0':
        keys.onZoom('page-width');
        return true;
      default:
        return false;
    }
  }
  if (isTyping(target) || (key.length === 1 && !singleKeys.read())) return false;
  switch (key) {
    case 'r':
    case 'R':
      keys.onRotate(shiftKey ? -90 : 90);
      return true;
    case 'h':
    case 'H':
      keys.onMark?.(false);
      return keys.onMark !== undefined;
    case 'u':
    case 'U':
      keys.onMark?.(true);
      return keys.onMark !== undefined;
    case 'PageDown':
    case 'PageUp':
    case 'ArrowRight':
    case 'ArrowLeft': {
      const area = target instanceof Element ? target.closest('.gloss-pdf') : null;
      // Scrolling the page comes first.
      const forth = key === 'PageDown' || key === 'ArrowRight';
      const isAlong = key.startsWith('Arrow');
      if (!area || shiftKey || (isAlong && area.scrollWidth > area.clientWidth + 1)) return false;
      if (
        !isAlong &&
        (forth ? area.scrollTop + area.clientHeight < area.scrollHeight - 1 : area.scrollTop > 0)
      )
        return false;
      keys.onStep(forth ? 1 : -1);
      return true;
    }
    default:
      return false;
  }
}

/** The shortcuts of the viewer, while the focus is in it or nowhere. */
export function usePdfKeys(home: RefObject<HTMLElement | null>, keys: PdfKeys): void {
  const latest = useRef(keys);
  useEffect(() => {
    latest.current = keys;
  });
  useShortcutActions({
    find: () => keys.onFind(),
    zoomIn: () => keys.onZoom('in'),
    zoomOut: () => keys.onZoom('out'),
    fitWidth: () => keys.onZoom('page-width'),
    rotate: () => keys.onRotate(90),
    previousPage: () => keys.onStep(-1),
    nextPage: () => keys.onStep(1),
  });
  useEffect(() => {
    const heed = (event: KeyboardEvent) => {
      if (
        event.defaultPrevented ||
        !(event.target instanceof Node) ||
        !(event.target === document.body || home.current?.contains(event.target))
      )
        return;
      if (press(event, latest.current)) event.preventDefault();
    };
    window.addEventListener('keydown', heed);
    return () => window.removeEventListener('keydown', heed);
  }, [home]);
}
