import type { AsyncLocalStorage } from 'node:async_hooks';
import type { Document } from '@hocuspocus/server';
import type { Log } from '#config/log.ts';
import { UpdateMerger } from './update-merger.ts';
import type { HeldRows, StoredDocument, UpdateStore } from './update-store.ts';

const FIRST_RETRY_MS = 100;
const LONGEST_RETRY_MS = 5000;
/** The pause between two writes, as a multiple of the time that a write took. */
const PAUSE_PER_WRITE = 8;
const LONGEST_PAUSE_MS = 12;

export interface UpdateLogEvents {
  /** A write failed; it is tried again. */
  failing(document: Document): void;
  /** All updates are on disk again after a failure. */
  recovered(document: Document): void;
}

export interface DocumentLogPorts {
  store: UpdateStore;
  log: Log;
  events: UpdateLogEvents;
  /** Runs a function outside of the caller's database transaction. */
  detached: ReturnType<typeof AsyncLocalStorage.snapshot>;
}

/**
 * Writes the updates of one open document. One write runs at a time; updates that arrive meanwhile
 * are merged into the next one.
 */
export class DocumentLog {
  readonly document: Document;
  readonly rows: HeldRows;
  readonly isDamaged: boolean;
  readonly #ports: DocumentLogPorts;
  #pending = new UpdateMerger();
  /** The number of updates taken, and how many of them are on disk. */
  #taken = 0;
  #durable = 0;
  #isWriting = false;
  #failures = 0;
  #waiters: { upTo: number; done: () => void }[] = [];
  #endPause: () => void = () => undefined;

  constructor(document: Document, { held, damaged }: StoredDocument, ports: DocumentLogPorts) {
    this.document = document;
    this.rows = held;
    this.isDamaged = damaged;
    this.#ports = ports;
  }

  get isFailing(): boolean {
    return this.#failures > 0;
  }

  take(update: Uint8Array): void {
    this.#pending.add(update);
    this.#taken += 1;
    if (this.#isWriting) return;
    this.#isWriting = true;
    this.#ports.detached(() => {
      void this.#writeAll();
    });
  }

  /** Resolves when every update taken so far is on disk. */
  whenDurable(): Promise<void> {
    if (this.#durable >= this.#taken) return Promise.resolve();
    return new Promise((done) => {
      this.#waiters.push({ upTo: this.#taken, done });
    });
  }

  /** Ends the pause before the next write. */
  hurry(): void {
    this.#endPause();
  }

  async #writeAll(): Promise<void> {
    while (!this.#pending.isEmpty) {
      const update = this.#pending.update();
      this.#pending = new UpdateMerger();
      const upTo = this.#taken;
      const startedAt = performance.now();
      try {
        this.rows.updates.push(await this.#ports.store.append(this.document.name, update));
      } catch (error) {
        await this.#failed(update, error);
        continue;
      }
      this.rows.bytes += update.length;
      this.#written(upTo);
      // Where updates arrive faster than the disk writes, fewer and longer writes leave most of the
      // time to others.
      const tookMs = performance.now() - startedAt;
      if (!this.#pending.isEmpty)
        await this.#pause(Math.min(LONGEST_PAUSE_MS, PAUSE_PER_WRITE * tookMs));
    }
    this.#isWriting = false;
  }

  #written(upTo: number): void {
    this.#durable = upTo;
    const done = this.#waiters.filter((waiter) => waiter.upTo <= upTo);
    this.#waiters = this.#waiters.filter((waiter) => waiter.upTo > upTo);
    for (const waiter of done) waiter.done();
    if (this.#failures === 0) return;
    this.#failures = 0;
    this.#ports.events.recovered(this.document);
  }

  async #failed(update: Uint8Array, error: unknown): Promise<void> {
    this.#pending = new UpdateMerger(
      this.#pending.isEmpty ? [update] : [update, this.#pending.update()],
    );
    this.#failures += 1;
    this.#ports.log.error(
      { err: error, doc: this.document.name, failures: this.#failures },
      'Updates of a shared document could not be written; trying again',
    );
    this.#ports.events.failing(this.document);
    await this.#pause(Math.min(LONGEST_RETRY_MS, FIRST_RETRY_MS * 2 ** (this.#failures - 1)));
  }

  #pause(ms: number): Promise<void> {
    return new Promise((done) => {
      const timer = setTimeout(done, ms);
      this.#endPause = () => {
        clearTimeout(timer);
        done();
      };
    });
  }
}
