export interface CoalescedLoop {
  /** Runs the step after the delay; calls until then share that run. */
  wake(): void;
  /** Starts no more steps; resolves once a running step has ended. */
  stop(): Promise<void>;
}

/** Runs `step` `delayMs` after a wake-up, never concurrently. `step` must not reject. */
export function createCoalescedLoop(step: () => Promise<void>, delayMs: number): CoalescedLoop {
  let isStopped = false;
  let isWanted = false;
  let running: Promise<void> | undefined;
  let timer: NodeJS.Timeout | undefined;

  function run(): void {
    timer = undefined;
    if (running) {
      isWanted = true;
      return;
    }
    running = step().finally(() => {
      running = undefined;
      if (isWanted) wake();
      isWanted = false;
    });
  }
  function wake(): void {
    if (!isStopped) timer ??= setTimeout(run, delayMs);
  }
  return {
    wake,
    async stop() {
      isStopped = true;
      clearTimeout(timer);
      await running;
    },
  };
}
