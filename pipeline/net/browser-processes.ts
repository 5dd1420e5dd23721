/** The Chromium processes: each renders a number of pages and is then replaced. */
import type { Chromium } from './chromium.ts';

export interface BrowserProcess {
  chromium: Promise<Chromium>;
  /** pages it has been used for */
  pages: number;
  /** pages that are open */
  open: number;
}

export class BrowserProcesses {
  readonly #launch: () => Promise<Chromium>;
  readonly #pagesPerProcess: number;
  readonly #processes = new Set<BrowserProcess>();
  #current: BrowserProcess | undefined;

  constructor(launch: () => Promise<Chromium>, pagesPerProcess: number) {
    this.#launch = launch;
    this.#pagesPerProcess = pagesPerProcess;
  }

  /** Returns the process for the next page. The caller must `giveBack` it. */
  take(): BrowserProcess {
    if (!this.#current || this.#current.pages >= this.#pagesPerProcess) {
      const started: BrowserProcess = { chromium: this.#launch(), pages: 0, open: 0 };
      const previous = this.#current;
      this.#current = started;
      this.#processes.add(started);
      started.chromium
        .then(
          (chromium) => chromium.ended,
          () => undefined,
        )
        .finally(() => void this.#discard(started))
        .catch(() => undefined);
      if (previous?.open === 0) void this.#discard(previous);
    }
    this.#current.pages += 1;
    this.#current.open += 1;
    return this.#current;
  }

  /**
   * Ends the process if the page couldn't be closed, or if it was the last page of a process that
   * is being replaced. `closePage` returns whether the page closed.
   */
  async giveBack(taken: BrowserProcess, closePage: () => Promise<boolean>): Promise<void> {
    taken.open -= 1;
    const isTidy = await closePage();
    if (!isTidy || (taken.open === 0 && taken !== this.#current)) await this.#discard(taken);
  }

  async close(): Promise<void> {
    await Promise.all([...this.#processes].map((running) => this.#discard(running)));
  }

  async #discard(running: BrowserProcess): Promise<void> {
    this.#processes.delete(running);
    if (this.#current === running) this.#current = undefined;
    const chromium = await running.chromium.catch(() => undefined);
    await chromium?.kill();
  }
}
