import { useCallback, useSyncExternalStore } from 'react';

export function useMedia(query: string): boolean {
  const subscribe = useCallback((tell: () => void) => {
    const list = matchMedia(query);
    list.addEventListener('change', tell);
    return () => list.removeEventListener('change', tell);
  }, [query]);
  return useSyncExternalStore(subscribe, () => matchMedia(query).matches);
}

const DESKTOP = '(min-width: 1024px)';

/** Room for two panes side by side, and for editing. */
export const useIsDesktop = (): boolean => useMedia(DESKTOP);
export const isDesktop = (): boolean => matchMedia(DESKTOP).matches;
export const useCalmMotion = (): boolean => useMedia('(prefers-reduced-motion: reduce)');
