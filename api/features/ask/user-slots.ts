import { Fault } from '#core/contract/faults.ts';
import type { UserId } from '#core/contract/id.ts';

/** Maximum for one person at a time. */
const MAX_AT_ONCE = 3;

export interface UserSlots {
  /** Returns a function that releases the slot. Faults: `rate_limited`. */
  take(user: UserId): () => void;
  /** Holds a slot while the job runs. Faults: `rate_limited`. */
  hold<T>(user: UserId, job: () => Promise<T>): Promise<T>;
}

/** A slot is taken before anything is awaited, so that a burst of requests finds it taken. */
export function createUserSlots(message: string): UserSlots {
  const running = new Map<UserId, number>();
  function take(user: UserId): () => void {
    const before = running.get(user) ?? 0;
    if (before >= MAX_AT_ONCE) throw new Fault('rate_limited', { message, retryAfterS: 5 });
    running.set(user, before + 1);
    return () => {
      const now = running.get(user) ?? 0;
      if (now > 1) running.set(user, now - 1);
      else running.delete(user);
    };
  }
  return {
    take,
    async hold<T>(user: UserId, job: () => Promise<T>): Promise<T> {
      const release = take(user);
      return job().finally(release);
    },
  };
}
