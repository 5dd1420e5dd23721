import type { RunningItem } from '#pipeline/library/index.ts';

/**
 * Slots per public host: limits how many of its sources are fetched at once, and allows none while
 * the host has asked us to wait. A host that didn't respond, public or not, has none either.
 */
export class HostSlots {
  readonly #inFlight = new Map<string, number>();
  readonly #held = new Set<string>();
  readonly #silent = new Set<string>();
  readonly #rules: { perHost: number; isPaced(host: string): boolean };
  constructor(
    running: readonly Pick<RunningItem, 'host' | 'waits'>[],
    rules: { perHost: number; isPaced(host: string): boolean },
  ) {
    this.#rules = rules;
    for (const { host, waits } of running) {
      if (waits?.code === 'rate_limited') this.#held.add(host);
      // Its other sources wait until the host is tried again.
      if (waits?.code === 'timed_out') this.#silent.add(host);
      // A source that waits for an hour, such as a live video, occupies no slot.
      if (!waits || waits.code === null)
        this.#inFlight.set(host, (this.#inFlight.get(host) ?? 0) + 1);
    }
  }
  #isFull(host: string): boolean {
    if (host === '') return false;
    if (this.#silent.has(host)) return true;
    if (!this.#rules.isPaced(host)) return false;
    return this.#held.has(host) || (this.#inFlight.get(host) ?? 0) >= this.#rules.perHost;
  }
  /** Takes a slot of the host, if one is free. */
  enter(host: string): boolean {
    if (this.#isFull(host)) return false;
    this.#inFlight.set(host, (this.#inFlight.get(host) ?? 0) + 1);
    return true;
  }
  full(): string[] {
    return [...new Set([...this.#inFlight.keys(), ...this.#held, ...this.#silent])].filter((host) =>
      this.#isFull(host),
    );
  }
}
