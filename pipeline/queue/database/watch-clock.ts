/** Smaller differences come from clock synchronisation or a busy machine. */
const JUMP_MS = 5_000;

export interface ClockChange {
  /** by how much the clock jumped, negative if backwards; includes time in which the machine was suspended */
  jumpedMs: number;
  /** how long this process was stopped, beyond the interval of its checks */
  stoppedMs: number;
}

/**
 * Detects that the clock was set or the process was stopped. `look` must be called more often than
 * every five seconds. `now` is the clock; `elapsed` is monotonic, in ms.
 */
export function watchClock(
  now: () => number,
  elapsed: () => number = () => performance.now(),
): { look(): ClockChange | undefined } {
  let last = { now: now(), elapsed: elapsed() };
  return {
    look() {
      const here = { now: now(), elapsed: elapsed() };
      const passedMs = here.elapsed - last.elapsed;
      const jumpedMs = here.now - last.now - passedMs;
      last = here;
      const isJump = Math.abs(jumpedMs) > JUMP_MS;
      const isStop = passedMs > JUMP_MS;
      return isJump || isStop
        ? { jumpedMs: isJump ? jumpedMs : 0, stoppedMs: isStop ? passedMs : 0 }
        : undefined;
    },
  };
}
