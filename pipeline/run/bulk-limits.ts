/**
 * Limits that keep bulk work from blocking other work: slots for stages that compute, and how long
 * a bulk fetch may wait for a host.
 */
import { Fault, type FaultCode } from '#core/contract/faults.ts';
import type { Stage } from '#core/contract/source.ts';
import type { SourceRow } from '#pipeline/library/index.ts';
import type { FetchOptions } from '#pipeline/net/contract.ts';
import { createConcurrencyLimit, type PoolCounts } from '#pipeline/net/concurrency-limit.ts';
import type { JobRun } from '#pipeline/queue/index.ts';
import { SilentHosts } from './silent-hosts.ts';

const COMPUTING: ReadonlySet<Stage> = new Set(['extract', 'snapshot', 'chunk', 'index']);
const FIRST_BYTE_MS = 10_000;
/** The second and last attempt waits longer. */
const LAST_FIRST_BYTE_MS = 20_000;
const SLOW_AFTER_MS = 3_000;
/** A host that didn't respond is retried after this time, or when the rest of the import is done. */
const TRY_LATER_MS = 30 * 60_000;

export type TimeoutDecision = { kind: 'later'; delayMs: number } | { kind: 'failed' };

export interface BulkLimits {
  /** Waits until the stage may run. An abort rejects with the signal's reason. */
  enter(run: JobRun): Promise<() => void>;
  /** Limits for requests of this run's fetch. Fault `timed_out` for a silent host. */
  requestLimits(source: SourceRow, run: JobRun): Pick<FetchOptions, 'firstByteMs' | 'slow'>;
  /** Undefined if the usual retries apply. */
  onFault(source: SourceRow, run: JobRun, code: FaultCode): TimeoutDecision | undefined;
  pools(): Readonly<Record<'computing' | 'slow_hosts', PoolCounts>>;
}

const isBulkFetch = (source: SourceRow, { rank, job }: JobRun): boolean =>
  rank !== 'normal' && job.stage === 'fetch' && source.pendingVersion === null;
const hostOf = ({ canonicalUrl }: SourceRow): string => URL.parse(canonicalUrl)?.host ?? '';
/** Whether the first attempt timed out; a success, or a retry by a person, clears the code. */
const isLastTry = (source: SourceRow): boolean => source.errorCode === 'timed_out';

/**
 * `computing`: most bulk stages that compute at once; `slow`: most bulk fetches at once that wait
 * for slow hosts.
 */
export function createBulkLimits(limits: { computing: number; slow: number }): BulkLimits {
  const computing = createConcurrencyLimit(limits.computing);
  const slow = createConcurrencyLimit(limits.slow);
  const silent = new SilentHosts();
  return {
    enter: async ({ rank, job, signal }) =>
      rank === 'normal' || !COMPUTING.has(job.stage) ? () => undefined : computing(signal),
    requestLimits(source, run) {
      if (!isBulkFetch(source, run)) return run.attempt === 0 ? { firstByteMs: FIRST_BYTE_MS } : {};
      if (silent.has(hostOf(source)))
        throw new Fault('timed_out', {
          message:
            "The site wasn't responding a few minutes ago, so Gloss skipped this address. Retry it later.",
        });
      if (isLastTry(source)) return { firstByteMs: LAST_FIRST_BYTE_MS };
      return {
        firstByteMs: FIRST_BYTE_MS,
        slow: { afterMs: SLOW_AFTER_MS, takeSlot: () => slow.try() },
      };
    },
    onFault(source, run, code) {
      if (code !== 'timed_out' || !isBulkFetch(source, run)) return undefined;
      const host = hostOf(source);
      if (!isLastTry(source) && !silent.has(host)) return { kind: 'later', delayMs: TRY_LATER_MS };
      silent.add(host);
      return { kind: 'failed' };
    },
    pools: () => ({ computing: computing.counts(), slow_hosts: slow.counts() }),
  };
}
