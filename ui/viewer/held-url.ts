import { useState } from 'react';

/**
 * Signed addresses change whenever a source is told anew; what is open must not load again for that. The address of a
 * `key` is held from its first sight; `renew` takes the newest, after a failure.
 */
export function useHeldUrl(key: string, url: string | undefined): { url: string | undefined; renew: () => void; round: number } {
  const [held, setHeld] = useState({ key, url, round: 0 });
  let current = held;
  if (held.key !== key || (held.url === undefined && url !== undefined)) {
    current = { key, url, round: held.round + 1 };
    setHeld(current);
  }
  return { url: current.url, round: current.round, renew: () => setHeld((it) => ({ key, url, round: it.round + 1 })) };
}
