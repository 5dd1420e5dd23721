import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { keys } from '../client/queries.ts';

/**
 * Signed addresses change whenever a source is told anew; what is open must not load again for
 * that. The address of a `key` is held from its first sight; `renew` asks for a new one and takes
 * it, after a failure: an old one may have run out.
 */
export function useHeldUrl(
  key: string,
  url: string | undefined,
): { url: string | undefined; renew: () => void; round: number } {
  const cache = useQueryClient();
  const [held, setHeld] = useState({ key, url, round: 0 });
  let current = held;
  if (held.key !== key || (held.url === undefined && url !== undefined)) {
    current = { key, url, round: held.round + 1 };
    setHeld(current);
  }
  const renew = () => {
    const take = () => setHeld((it) => ({ ...it, url: undefined }));
    void Promise.allSettled(
      [keys.anyThread, keys.sources].map((queryKey) => cache.invalidateQueries({ queryKey })),
    ).then(take);
  };
  return { url: current.url, round: current.round, renew };
}
