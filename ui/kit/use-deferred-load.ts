import { useCallback, useEffect, useState } from 'react';

/** After the screen and its content have loaded. */
const SOON_MS = 4000;

/**
 * For code outside the first load: calls `bring` some seconds after the screen, or earlier with the
 * returned function. True once it has loaded; a failure (for example of the server) is ignored.
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
