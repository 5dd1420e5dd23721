/**
 * Waits for one of `limit` slots, first come, first served, and resolves with the function that
 * frees it. An abort while waiting rejects with the signal's reason.
 */
export function createConcurrencyLimit(
  limit: number,
): (signal?: AbortSignal) => Promise<() => void> {
  const waiting: (() => void)[] = [];
  let free = limit;
  const release = (): void => {
    const next = waiting.shift();
    if (next) next();
    else free += 1;
  };
  return async (signal) => {
    if (free > 0) {
      free -= 1;
      return release;
    }
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const onAbort = () => {
      const at = waiting.indexOf(resolve);
      if (at >= 0) waiting.splice(at, 1);
      reject(signal?.reason);
    };
    waiting.push(resolve);
    signal?.addEventListener('abort', onAbort, { once: true });
    await promise.finally(() => signal?.removeEventListener('abort', onAbort));
    return release;
  };
}
