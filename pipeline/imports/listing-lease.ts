import type { Transaction } from 'sequelize';
import type { Log } from '#config/log.ts';
import type { Database, ImportWork, OpenItem } from '#pipeline/library/index.ts';

/** Another process may open the listing when its lease has not been renewed for this time. */
const LEASE_MS = 20_000;

export interface LeasePorts {
  database: Database;
  work: ImportWork;
  log: Log;
}

/**
 * The right of one process to open a listing. Its row stores the end of the lease as the time when
 * the listing is due again.
 */
export class ListingLease {
  readonly item: OpenItem;
  readonly #ports: LeasePorts;
  readonly #lost = new AbortController();
  readonly #timer: NodeJS.Timeout;
  #dueAt: number;
  #renewing = Promise.resolve();

  private constructor(ports: LeasePorts, item: OpenItem, dueAt: number) {
    this.#ports = ports;
    this.item = item;
    this.#dueAt = dueAt;
    this.#timer = setInterval(() => {
      this.#renewing = this.#renewing
        .then(() => this.#renew())
        .catch((error: unknown) => {
          ports.log.warn({ err: error }, 'a listing could not be held');
        });
    }, LEASE_MS / 3);
  }

  /** Counts an attempt. Undefined if another process has taken the listing since it was due. */
  static async take(
    ports: LeasePorts,
    { dueAt, ...item }: OpenItem & { dueAt: number },
  ): Promise<ListingLease | undefined> {
    const to = Date.now() + LEASE_MS;
    return (await putOff(ports, item, dueAt, to, 1))
      ? new ListingLease(ports, item, to)
      : undefined;
  }

  /** Aborted when another process has taken the listing. */
  get lost(): AbortSignal {
    return this.#lost.signal;
  }

  async stopRenewing(): Promise<void> {
    clearInterval(this.#timer);
    await this.#renewing;
  }

  /** Ends the lease; the listing is opened again at `dueAt`, in ms since 1970. */
  async giveBack(dueAt: number, { countsAttempt = true } = {}): Promise<void> {
    await putOff(this.#ports, this.item, this.#dueAt, dueAt, countsAttempt ? 0 : -1);
  }

  /** Writes in one transaction, unless another process has taken the listing. */
  async write(step: (transaction: Transaction) => Promise<void>): Promise<void> {
    const { database, work } = this.#ports;
    await database.write(async (transaction) => {
      if (await work.putOff(this.item, this.#dueAt, this.#dueAt, 0, transaction))
        await step(transaction);
    });
  }

  async #renew(): Promise<void> {
    const to = Date.now() + LEASE_MS;
    if (await putOff(this.#ports, this.item, this.#dueAt, to, 0)) this.#dueAt = to;
    else this.#lost.abort();
  }
}

function putOff(
  { database, work }: LeasePorts,
  item: OpenItem,
  from: number,
  to: number,
  attempts: number,
): Promise<boolean> {
  return database.write((transaction) => work.putOff(item, from, to, attempts, transaction));
}
