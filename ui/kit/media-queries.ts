import { useCallback, useSyncExternalStore } from 'react';

export function useMedia(
  query: string,
  read: () => boolean = () => matchMedia(query).matches,
): boolean {
  const subscribe = useCallback(
    (tell: () => void) => {
      const list = matchMedia(query);
      list.addEventListener('change', tell);
      return () => list.removeEventListener('change', tell);
    },
    [query],
  );
  return useSyncExternalStore(subscribe, read);
}

const DESKTOP = '(min-width: 1024px)';
let wide: boolean | undefined;

/**
 * Wide enough for two panes side by side, and for editing. Printing keeps the window's state,
 * because paper is narrow.
 */
export function isDesktop(): boolean {
  if (wide === undefined || !matchMedia('print').matches) wide = matchMedia(DESKTOP).matches;
  return wide;
}
export const useIsDesktop = (): boolean => useMedia(DESKTOP, isDesktop);

const SHORT = '(max-height: 819px)';
/** So short that the frame shrinks in favour of the content. */
export const useIsShort = (): boolean => useMedia(SHORT);
export const useReducedMotion = (): boolean => useMedia('(prefers-reduced-motion: reduce)');
