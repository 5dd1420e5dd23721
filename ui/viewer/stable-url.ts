import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { keys } from '../client/queries.ts';

/**
 * Keeps the first signed address of a `key`, because signed addresses change with every response
 * and an open file must not reload. After a failure, `renew` requests a new address, because the
 * old one may have expired.
 */
export function useStableUrl(
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
