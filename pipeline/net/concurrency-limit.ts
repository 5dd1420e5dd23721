/** Slots of a pool: how many run, wait, and may run at once. */
export interface PoolCounts {
  running: number;
  waiting: number;
  limit: number;
}
export interface ConcurrencyLimit {
  /**
   * Waits for one of the slots, first come, first served, and resolves with the function that frees
   * it. An abort while waiting rejects with the signal's reason.
   */
  (signal?: AbortSignal): Promise<() => void>;
  /** Takes a slot if one is free. */
  try(): (() => void) | undefined;
  counts(): PoolCounts;
}

export function createConcurrencyLimit(limit: number): ConcurrencyLimit {
  const waiting: (() => void)[] = [];
  let free = limit;
  const release = (): void => {
    const next = waiting.shift();
    if (next) next();
    else free += 1;
  };
  const takeFree = (): (() => void) | undefined => {
    if (free === 0) return undefined;
    free -= 1;
    return release;
  };
  const enter = async (signal?: AbortSignal): Promise<() => void> => {
    const taken = takeFree();
    if (taken) return taken;
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
  return Object.assign(enter, {
    try: takeFree,
    counts: () => ({ running: limit - free, waiting: waiting.length, limit }),
  });
}
