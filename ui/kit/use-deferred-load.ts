import { useCallback, useEffect, useState } from 'react';

/** Once the screen and what is on it have come. */
const SOON_MS = 4000;

/**
 * For what the first load does without: `bring` is called some seconds after the screen, or by the
 * returned function before that. True once it has come; what cannot come (the server may be gone)
 * breaks nothing.
 */
export function useDeferredLoad(bring: () => Promise<unknown>): [here: boolean, now: () => void] {
  const [here, setHere] = useState(false);
  const now = useCallback(() => {
    bring().then(
      () => setHere(true),
      (cause: unknown) => console.warn('A part of the page did not load.', cause),
    );
  }, [bring]);
  useEffect(() => {
    const timer = setTimeout(now, SOON_MS);
    return () => clearTimeout(timer);
  }, [now]);
  return [here, now];
}
