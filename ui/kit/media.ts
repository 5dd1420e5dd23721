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
 * Room for two panes side by side, and for editing. Paper is narrow: while it is printed, a window
 * is what it was before.
 */
export function isDesktop(): boolean {
  if (wide === undefined || !matchMedia('print').matches) wide = matchMedia(DESKTOP).matches;
  return wide;
}
export const useIsDesktop = (): boolean => useMedia(DESKTOP, isDesktop);

const SHORT = '(max-height: 819px)';
/** So little height that the frame gives way to what is read. */
export const useIsShort = (): boolean => useMedia(SHORT);
export const useCalmMotion = (): boolean => useMedia('(prefers-reduced-motion: reduce)');
