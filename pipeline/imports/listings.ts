/**
 * Opens the feeds, playlists and channels among the entries of imports, and adds what they list as
 * separate entries.
 */
import { FAULTS, Fault, toFault } from '#core/contract/faults.ts';
import { isRecord } from '#core/is-record.ts';
import type { Log } from '#config/log.ts';
import type { FollowRow, OpenItem } from '#pipeline/library/index.ts';
import { ListingLease } from './listing-lease.ts';
import { withScheme } from './plan-source.ts';
import type { StagingPorts } from './stage.ts';
import type { OpenListing } from './open-listing.ts';
import { stageFollowed } from './stage-followed.ts';
import { stageListing } from './stage-listing.ts';

const AT_ONCE = 2;
const LONGEST_MS = 300_000;
const WAIT_MS = 15 * 60_000;
const MAX_ATTEMPTS = 4;
/** HTTP status: removed permanently. */
const GONE = 410;
const backoffMs = (attempt: number): number => 2_000 * 5 ** attempt;

export interface ListingOpener {
  /** Starts opening the listings that are due, without waiting for them. */
  look(): Promise<void>;
  /** Gives the listings that are being opened back to other processes. */
  stop(): Promise<void>;
}
type ListingPorts = StagingPorts & { open: OpenListing; log: Log };

export function createListings(ports: ListingPorts): ListingOpener {
  const { work, log } = ports;
  const closing = new AbortController();
  const opening = new Map<string, Promise<void>>();
  return {
    async look() {
      if (closing.signal.aborted || opening.size >= AT_ONCE) return;
      for (const item of await work.dueListings(Date.now(), AT_ONCE - opening.size)) {
        const key = `${item.importId} ${item.line} ${item.entry}`;
        if (opening.has(key)) continue;
        opening.set(
          key,
          openDue(ports, item, closing.signal)
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

async function openDue(
  ports: ListingPorts,
  item: OpenItem & { dueAt: number },
  closing: AbortSignal,
): Promise<void> {
  const row = (await ports.work.open()).find(({ id }) => id === item.importId);
  const lease = row && (await ListingLease.take(ports, item));
  if (!lease) return;
  const deadline = AbortSignal.timeout(LONGEST_MS);
  const follow = row.followId === null ? undefined : await ports.follows.byId(row.followId);
  const opened = await ports
    .open(
      withScheme(item.input),
      row.limits,
      AbortSignal.any([closing, deadline, lease.lost]),
      follow && { etag: follow.etag ?? undefined, lastModified: follow.lastModified ?? undefined },
    )
    .then(
      (listed) => ({ listed }),
      (error: unknown) => ({ error }),
    );
  await lease.stopRenewing();
  if (lease.lost.aborted) return;
  if (closing.aborted) await lease.giveBack(Date.now(), { countsAttempt: false });
  else if ('listed' in opened)
    await (follow
      ? stageFollowed(ports, lease, { row, follow }, opened.listed)
      : stageListing(ports, lease, row, opened.listed)
    ).catch((error: unknown) => retryOrFail(ports, lease, follow, error));
  else
    await retryOrFail(
      ports,
      lease,
      follow,
      deadline.aborted ? new Fault('timed_out', { cause: opened.error }) : opened.error,
    );
}

/** Schedules a retry if the fault may be temporary, and otherwise settles the listing as failed. */
async function retryOrFail(
  { imports, work, follows, log }: ListingPorts,
  lease: ListingLease,
  follow: FollowRow | undefined,
  error: unknown,
): Promise<void> {
  const { item } = lease;
  const { code, message, retryAfterS, cause, details } = toFault(error);
  const policy = FAULTS[code].retry;
  log.info({ importId: item.importId, line: item.line, code, err: cause }, 'listing not opened');
  if (policy === 'wait')
    await lease.giveBack(Date.now() + (retryAfterS === undefined ? WAIT_MS : retryAfterS * 1000), {
      countsAttempt: false,
    });
  else if (policy === 'backoff' && item.attempts + 1 < MAX_ATTEMPTS)
    await lease.giveBack(Date.now() + backoffMs(item.attempts));
  else
    await lease.write(async (transaction) => {
      if (follow) {
        const isOver = isRecord(details) && details['status'] === GONE;
        await follows.failed(follow.id, { code, message, isOver }, transaction);
        return imports.remove(item.importId, transaction);
      }
      await work.settle(item, { state: 'failed', code, message }, transaction);
      await work.finish([item.importId], transaction);
    });
}
