/** One signal for all reasons to end a call: the caller, the total time, and a resettable timer. */
export class Deadline {
  readonly #controller = new AbortController();
  readonly #whole: NodeJS.Timeout;
  readonly #caller: AbortSignal;
  readonly #leave = () => {
    this.#controller.abort(this.#caller.reason);
  };
  #moving: NodeJS.Timeout | undefined;
  /** the timer that expired */
  expired: string | undefined;

  constructor(caller: AbortSignal, totalMs: number) {
    this.#caller = caller;
    if (caller.aborted) this.#leave();
    caller.addEventListener('abort', this.#leave, { once: true });
    this.#whole = setTimeout(() => {
      this.#expire(`not done after ${totalMs} ms`);
    }, totalMs);
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  /** Ends the call unless data arrives within `ms`; replaces the previous timer. */
  within(ms: number, what: string): void {
    clearTimeout(this.#moving);
    this.#moving = setTimeout(() => {
      this.#expire(`${what} within ${ms} ms`);
    }, ms);
  }

  /** Ends the call, if it still runs, and every timer. */
  end(): void {
    clearTimeout(this.#moving);
    clearTimeout(this.#whole);
    this.#caller.removeEventListener('abort', this.#leave);
    this.#controller.abort();
  }

  #expire(why: string): void {
    this.expired ??= why;
    this.#controller.abort(new Error(why));
  }
}
