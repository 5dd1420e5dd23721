/** How many tasks of a pool run, wait, and may run at once. */
export interface PoolCounts {
  running: number;
  waiting: number;
  limit: number;
}
export interface ConcurrencyLimit {
  /**
   * Waits for a slot and resolves with a function that frees it. Calls with a lower `priority`
   * (default 0) come first, then in order. An abort while waiting rejects with the signal's reason.
   */
  (signal?: AbortSignal, priority?: number): Promise<() => void>;
  /** Takes a slot if one is free. */
  try(): (() => void) | undefined;
  counts(): PoolCounts;
}

export function createConcurrencyLimit(limit: number): ConcurrencyLimit {
  /** in the order in which they get their slots */
  const waiting: { priority: number; resolve: () => void }[] = [];
  let free = limit;
  const release = (): void => {
    const next = waiting.shift();
    if (next) next.resolve();
    else free += 1;
  };
  const takeFree = (): (() => void) | undefined => {
    if (free === 0) return undefined;
    free -= 1;
    return release;
  };
  const enter = async (signal?: AbortSignal, priority = 0): Promise<() => void> => {
    const taken = takeFree();
    if (taken) return taken;
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const call = { priority, resolve };
    const onAbort = () => {
      const at = waiting.indexOf(call);
      if (at >= 0) waiting.splice(at, 1);
      reject(signal?.reason);
    };
    const before = waiting.findLastIndex((other) => other.priority <= priority);
    waiting.splice(before + 1, 0, call);
    signal?.addEventListener('abort', onAbort, { once: true });
    await promise.finally(() => signal?.removeEventListener('abort', onAbort));
    return release;
  };
  return Object.assign(enter, {
    try: takeFree,
    counts: () => ({ running: limit - free, waiting: waiting.length, limit }),
  });
}
