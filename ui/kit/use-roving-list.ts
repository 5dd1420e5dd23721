import { useCallback, useLayoutEffect, useRef, type RefObject } from 'react';
import { RovingFocus, type RovingOptions } from './roving-focus.ts';

/** Makes the list with the returned ref one tab stop. `list`: also gets the element. */
export function useRovingList<T extends HTMLElement = HTMLUListElement>(
  options: RovingOptions,
  list?: RefObject<T | null>,
): (element: T | null) => (() => void) | undefined {
  const latest = useRef(options);
  useLayoutEffect(() => {
    latest.current = options;
  });
  return useCallback(
    (element) => {
      if (list) list.current = element;
      if (!element) return undefined;
      const roving = new RovingFocus(element, () => latest.current);
      return () => {
        roving.close();
        if (list) list.current = null;
      };
    },
    [list],
  );
}
