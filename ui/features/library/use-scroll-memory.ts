import { useEffect, useLayoutEffect } from 'react';
import { useLocation } from 'react-router';

/** Scroll positions of the page by history entry, px. */
const positions = new Map<string, number>();

/** Scrolls back to where the reader left this history entry, once its content has loaded. */
export function useScrollMemory(isLoaded: boolean): void {
  const { key } = useLocation();
  useLayoutEffect(() => {
    if (isLoaded) scrollTo(0, positions.get(key) ?? 0);
  }, [key, isLoaded]);
  useEffect(() => {
    const save = () => {
      positions.set(key, scrollY);
    };
    addEventListener('scroll', save, { passive: true });
    return () => removeEventListener('scroll', save);
  }, [key]);
}
