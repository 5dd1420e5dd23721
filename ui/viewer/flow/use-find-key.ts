import { useEffect, useRef, type RefObject } from 'react';
import { useShortcutActions } from '../../kit/palette.ts';

/** Ctrl+F opens the search of the displayed source, while the focus is in it or nowhere. */
export function useFindKey(
  home: RefObject<HTMLElement | null>,
  onFind: (() => void) | undefined,
): void {
  const latest = useRef(onFind);
  useEffect(() => {
    latest.current = onFind;
  });
  useShortcutActions({ find: onFind });
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const isHere =
        event.target === document.body ||
        (event.target instanceof Node && home.current?.contains(event.target));
      if (
        !latest.current ||
        event.defaultPrevented ||
        !isHere ||
        event.altKey ||
        !(event.ctrlKey || event.metaKey) ||
        event.key.toLowerCase() !== 'f'
      )
        return;
      event.preventDefault();
      latest.current();
    };
    window.addEventListener('keydown', press);
    return () => window.removeEventListener('keydown', press);
  }, [home]);
}
