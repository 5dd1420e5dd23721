export interface ClaimsWatchOptions {
  /** whether a job on Redis could be claimed; throws while Redis is unavailable */
  hasDueJobs(): Promise<boolean>;
  /** whether the worker could take a job now */
  isFree(): boolean;
  /** how many jobs it has claimed so far */
  claimedCount(): number;
  /** how long due jobs may wait while the worker is free */
  stuckMs: number;
  /** called once; then watching ends */
  onStuck(): void;
}

/** Consecutive checks that must agree. After the machine slept, single checks may be wrong. */
const LOOKS = 6;

/**
 * A worker waits for Redis in a blocking read. After a reconnect that read may never return, and
 * the worker silently claims no more jobs. This detects it. Time without Redis doesn't count,
 * because a restarted worker couldn't claim jobs either.
 */
export function watchClaims({
  hasDueJobs,
  isFree,
  claimedCount: taken,
  stuckMs,
  onStuck,
}: ClaimsWatchOptions): {
  stop(): void;
} {
  let [seen, looks, isOver] = [taken(), 0, false];
  let timer: NodeJS.Timeout | undefined;
  const look = async (): Promise<void> => {
    const isLeft = isFree() && (await hasDueJobs().catch(() => false)) && isFree();
    looks = isLeft && taken() === seen ? looks + 1 : 0;
    seen = taken();
    if (isOver) return;
    if (looks > LOOKS) onStuck();
    else timer = setTimeout(() => void look(), stuckMs / LOOKS);
  };
  timer = setTimeout(() => void look(), stuckMs / LOOKS);
  return {
    stop() {
      isOver = true;
      clearTimeout(timer);
    },
  };
}
