/**
 * Batches requests: keys requested within `waitMs` are fetched together, at most `most` at a time.
 * Returns undefined for missing keys.
 */
export function batchRequests<T>(
  load: (keys: string[]) => Promise<ReadonlyMap<string, T>>,
  { most, waitMs }: { most: number; waitMs: number },
): (key: string) => Promise<T | undefined> {
  let waiting = new Map<string, PromiseWithResolvers<T | undefined>>();
  const ask = async (group: [string, PromiseWithResolvers<T | undefined>][]): Promise<void> => {
    try {
      const found = await load(group.map(([key]) => key));
      for (const [key, it] of group) it.resolve(found.get(key));
    } catch (error) {
      for (const [, it] of group) it.reject(error);
    }
  };
  return (key) => {
    const pending = waiting.get(key);
    if (pending) return pending.promise;
    if (waiting.size === 0) {
      setTimeout(() => {
        const all = [...waiting];
        waiting = new Map();
        for (let from = 0; from < all.length; from += most) void ask(all.slice(from, from + most));
      }, waitMs);
    }
    const it = Promise.withResolvers<T | undefined>();
    waiting.set(key, it);
    return it.promise;
  };
}
