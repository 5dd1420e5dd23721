/** Waits for one of `limit` places, first come, first served. Returns the function that frees it. */
export function createConcurrencyLimit(limit: number): () => Promise<() => void> {
  const waiting: (() => void)[] = [];
  let free = limit;
  const leave = (): void => {
    const next = waiting.shift();
    if (next) next();
    else free += 1;
  };
  return async () => {
    if (free > 0) free -= 1;
    else
      await new Promise<void>((resolve) => {
        waiting.push(resolve);
      });
    return leave;
  };
}
