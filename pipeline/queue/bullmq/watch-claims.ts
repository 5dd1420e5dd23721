export interface ClaimsWatchOptions {
  /** whether something lies on Redis that anybody may take; throws while Redis is away */
  hasDueJobs(): Promise<boolean>;
  /** whether the worker could take a job now */
  isFree(): boolean;
  /** how many jobs it has taken so far */
  claimedCount(): number;
  /** for how long what is due may lie beside free hands */
  stuckMs: number;
  /** once, and then the watch is over */
  onStuck(): void;
}

/**
 * As many looks in a row must find it so: a machine that slept has missed them, and its worker is
 * well.
 */
const LOOKS = 6;

/**
 * A worker waits for Redis in a blocking read. After a reconnect that read may never return, and
 * the worker silently takes no more jobs. Time without Redis does not count, because a restarted
 * worker would not take jobs either.
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
