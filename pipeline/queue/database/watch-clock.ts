/** Smaller differences are those of a clock that is kept right, or of a busy machine. */
const JUMP_MS = 5_000;

export interface ClockChange {
  /** by how much the clock was set, back if negative; also while the machine was suspended */
  jumpedMs: number;
  /** how long this process was stopped beyond the interval of its looks */
  stoppedMs: number;
}

/**
 * Tells a clock that was set, and a process that was stopped, from time that has passed. `look` is
 * called at an interval of less than five seconds. `now` is the clock; `elapsed` counts on, in ms.
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
