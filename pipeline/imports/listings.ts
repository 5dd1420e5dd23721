/**
 * Feeds, playlists and channels among the lines: opened by a worker, their entries put in as lines
 * of their own.
 */
import { FAULTS, Fault, toFault } from '#core/contract/faults.ts';
import type { ImportReading, ListingLimits } from '#core/contract/import.ts';
import type { Log } from '#config/log.ts';
import { mergeKept, type ImportRow, type OpenItem } from '#pipeline/library/index.ts';
import { withScheme } from './plan-source.ts';
import { asSkipped, stageItems, readEntries, type StagingPorts } from './stage.ts';

const AT_ONCE = 2;
/** A worker that is silent for so long has died: another opens the listing. */
const LEASE_MS = 20_000;
const LONGEST_MS = 300_000;
const WAIT_MS = 15 * 60_000;
const MAX_ATTEMPTS = 4;
const backoffMs = (attempt: number): number => 2_000 * 5 ** attempt;

export type Listed = Pick<ImportReading, 'entries' | 'unread'>;
/** What a listing holds; `limits` may be taken as hints. Faults as in `core/contract/faults.ts`. */
export type OpenListing = (
  url: string,
  limits: ListingLimits,
  signal: AbortSignal,
) => Promise<Listed & { title?: string }>;
export interface ListingOpener {
  /** Takes what is due and opens it beside. */
  look(): Promise<void>;
  /** What is being opened goes back. */
  stop(): Promise<void>;
}

/**
 * From a day on, and the newest so many; what has no date counts as oldest, but is never too old.
 */
export function limitListing(
  entries: Listed['entries'],
  { since, max }: ListingLimits,
): Listed['entries'] {
  const from =
    since === undefined
      ? entries
      : entries.filter(({ addedAt }) => addedAt === undefined || addedAt >= since);
  if (max === undefined || from.length <= max) return from;
  return from.toSorted((a, b) => (b.addedAt ?? '').localeCompare(a.addedAt ?? '')).slice(0, max);
}

export function createListings(
  ports: StagingPorts & { open: OpenListing; log: Log },
): ListingOpener {
  const { database, work, log } = ports;
  const closing = new AbortController();
  const opening = new Map<string, Promise<void>>();

  /** Postpones the listing; returns false if another process already did. */
  const move = (item: OpenItem, from: number, to: number, attempts = 0) =>
    database.write((transaction) => work.putOff(item, from, to, attempts, transaction));

  async function keep(item: OpenItem, of: ImportRow, dueAt: number, listed: Listed): Promise<void> {
    const { tags = [], folders = [] } = item.brought;
    const entries = limitListing(listed.entries, of.limits).map((it) => ({
      ...it,
      kind: 'source' as const,
      line: item.line,
    }));
    const read = await readEntries(entries, { plan: ports.plan, entryFrom: 1 });
    for (const it of read)
      it.brought = mergeKept(
        { ...(tags.length > 0 ? { tags } : {}), ...(folders.length > 0 ? { folders } : {}) },
        it.brought,
      );
    const items = [
      ...read,
      ...asSkipped(
        listed.unread.map((it) => ({ ...it, line: item.line })),
        read,
      ),
    ];
    await database.write(async (transaction) => {
      if (!(await work.putOff(item, dueAt, dueAt, 0, transaction))) return;
      const last = await work.lastEntry(item, transaction);
      await stageItems(
        ports,
        of,
        items.map((it) => ({ ...it, entry: it.entry + last })),
        transaction,
        { beside: true },
      );
      await work.settle(
        item,
        { state: 'added', message: `${items.length} ${items.length === 1 ? 'entry' : 'entries'}` },
        transaction,
      );
      await work.finish([item.importId], transaction);
    });
  }

  async function giveUp(item: OpenItem, dueAt: number, error: unknown): Promise<void> {
    const { code, message, retryAfterS, cause } = toFault(error);
    const policy = FAULTS[code].retry;
    log.info({ importId: item.importId, line: item.line, code, err: cause }, 'listing not opened');
    if (policy === 'wait')
      await move(
        item,
        dueAt,
        Date.now() + (retryAfterS === undefined ? WAIT_MS : retryAfterS * 1000),
        -1,
      );
    else if (policy === 'backoff' && item.attempts + 1 < MAX_ATTEMPTS)
      await move(item, dueAt, Date.now() + backoffMs(item.attempts));
    else
      await database.write(async (transaction) => {
        if (!(await work.putOff(item, dueAt, dueAt, 0, transaction))) return;
        await work.settle(item, { state: 'failed', code, message }, transaction);
        await work.finish([item.importId], transaction);
      });
  }

  async function open(item: OpenItem, from: number): Promise<void> {
    let dueAt = Date.now() + LEASE_MS;
    const of = (await work.open()).find(({ id }) => id === item.importId);
    if (!of || !(await move(item, from, dueAt, 1))) return;
    const deadline = AbortSignal.timeout(LONGEST_MS);
    const lost = new AbortController();
    let renewing = Promise.resolve();
    const renew = async (): Promise<void> => {
      const to = Date.now() + LEASE_MS;
      if (await move(item, dueAt, to)) dueAt = to;
      else lost.abort();
    };
    const beat = setInterval(() => {
      renewing = renewing.then(renew).catch((error: unknown) => {
        log.warn({ err: error }, 'a listing could not be held');
      });
    }, LEASE_MS / 3);
    const opened = await ports
      .open(
        withScheme(item.input),
        of.limits,
        AbortSignal.any([closing.signal, deadline, lost.signal]),
      )
      .then(
        (listed) => ({ listed }),
        (error: unknown) => ({ error }),
      );
    clearInterval(beat);
    await renewing;
    if (lost.signal.aborted) return;
    if (closing.signal.aborted) await move(item, dueAt, Date.now(), -1);
    else if ('listed' in opened)
      await keep(item, of, dueAt, opened.listed).catch((error: unknown) =>
        giveUp(item, dueAt, error),
      );
    else
      await giveUp(
        item,
        dueAt,
        deadline.aborted ? new Fault('timed_out', { cause: opened.error }) : opened.error,
      );
  }

  return {
    async look() {
      if (closing.signal.aborted || opening.size >= AT_ONCE) return;
      for (const item of await work.dueListings(Date.now(), AT_ONCE - opening.size)) {
        const key = `${item.importId} ${item.line} ${item.entry}`;
        if (opening.has(key)) continue;
        opening.set(
          key,
          open(item, item.dueAt)
            .catch((error: unknown) => {
              log.warn({ err: error }, 'a listing could not be worked off; trying again');
            })
            .finally(() => opening.delete(key)),
        );
      }
    },
    async stop() {
      closing.abort();
      await Promise.all(opening.values());
    },
  };
}
