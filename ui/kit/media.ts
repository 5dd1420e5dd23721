import { useCallback, useSyncExternalStore } from 'react';

export function useMedia(query: string): boolean {
  const subscribe = useCallback((tell: () => void) => {
    const list = matchMedia(query);
    list.addEventListener('change', tell);
    return () => list.removeEventListener('change', tell);
  }, [query]);
  return useSyncExternalStore(subscribe, () => matchMedia(query).matches);
}

/** Room for two panes side by side, and for editing. */
export const useIsDesktop = (): boolean => useMedia('(min-width: 1024px)');
export const useCalmMotion = (): boolean => useMedia('(prefers-reduced-motion: reduce)');
