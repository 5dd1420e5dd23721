/** Remembers hosts that did not answer, so that their other bookmarks don't each wait for them. */

const FORGET_MS = 30 * 60_000;
const MOST_HOSTS = 5_000;

export class SilentHosts {
  /** the time of each one's last silence, in ms, the oldest first */
  readonly #since = new Map<string, number>();
  readonly #now: () => number;

  /** `now`: ms since any fixed time. */
  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  add(host: string): void {
    this.#since.delete(host);
    this.#since.set(host, this.#now());
    const [oldest] = this.#since.keys();
    if (this.#since.size > MOST_HOSTS && oldest !== undefined) this.#since.delete(oldest);
  }

  /** Whether it was added within the last half hour. */
  has(host: string): boolean {
    const since = this.#since.get(host);
    return since !== undefined && this.#now() - since < FORGET_MS;
  }
}
