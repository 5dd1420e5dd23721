import { Worker } from 'node:worker_threads';
import type { Log } from '#config/log.ts';
import { programEntry } from '#config/program-entry.ts';
import { threadEnvironment } from '#config/thread-environment.ts';
import { Fault } from '#core/contract/faults.ts';
import type { Args, Call, FillingNotice, Reply, Request, Result } from './worker-protocol.ts';

interface Waiting {
  resolve(value: unknown): void;
  reject(error: unknown): void;
}

export interface IndexThreadOptions {
  file: string;
  extension: string;
  log: Log;
  onFilling(): void;
}

/**
 * A worker thread, started with the first call and restarted by the next call after it died. Calls
 * are answered in order.
 */
export class IndexThread {
  readonly #file: string;
  readonly #extension: string;
  readonly #log: Log;
  readonly #onFilling: () => void;
  #worker: Worker | undefined;
  #waiting = new Map<number, Waiting>();
  #next = 1;
  #closed = false;

  /** `onFilling`: called when the thread has opened a file that does not hold every ready source. */
  constructor({ file, extension, log, onFilling }: IndexThreadOptions) {
    this.#file = file;
    this.#onFilling = onFilling;
    this.#extension = extension;
    this.#log = log;
  }

  call<C extends Call>(call: C, ...args: Args<C>): Promise<Result<C>> {
    if (this.#closed)
      return Promise.reject(new Fault('unavailable', { cause: new Error('the index is closed') }));
    return this.#send(call, args) as Promise<Result<C>>;
  }

  async close(): Promise<void> {
    if (this.#closed) return;
    this.#closed = true;
    const worker = this.#worker;
    if (!worker) return;
    const exited = new Promise((resolve) => worker.once('exit', resolve));
    await this.#send('close', []);
    await exited;
  }

  #send(call: Request['call'], args: unknown[]): Promise<unknown> {
    const worker = (this.#worker ??= this.#start());
    const id = this.#next++;
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject });
      // A pending call keeps the process alive, an idle index does not.
      worker.ref();
      worker.postMessage({ id, call, args } satisfies Request);
    });
  }

  #start(): Worker {
    const worker = new Worker(programEntry('./index-worker.ts', import.meta.url), {
      workerData: { file: this.#file, extension: this.#extension },
      env: threadEnvironment(),
      execArgv: ['--disable-warning=ExperimentalWarning'],
    });
    const lost = (cause: unknown) => {
      if (this.#worker !== worker) return;
      this.#worker = undefined;
      const waiting = [...this.#waiting.values()];
      this.#waiting.clear();
      for (const it of waiting) it.reject(new Fault('unavailable', { cause }));
    };
    worker.on('message', (message: Reply | FillingNotice) => {
      if ('id' in message) return this.#settle(worker, message);
      if (message.damage !== undefined)
        this.#log.warn(
          { file: this.#file, damage: message.damage },
          'the index file was damaged and is rebuilt',
        );
      this.#onFilling();
    });
    worker.on('error', (error) => {
      this.#log.error({ err: error }, 'index thread failed');
      lost(error);
    });
    worker.on('exit', (code) => {
      lost(new Error(`the index thread ended with ${code}`));
    });
    return worker;
  }

  #settle(worker: Worker, reply: Reply): void {
    const waiting = this.#waiting.get(reply.id);
    this.#waiting.delete(reply.id);
    if (this.#waiting.size === 0 && !this.#closed) worker.unref();
    if ('fault' in reply)
      waiting?.reject(new Fault(reply.fault, { cause: new Error(reply.cause) }));
    else waiting?.resolve(reply.value);
  }
}
