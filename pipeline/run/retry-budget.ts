import { Fault } from '#core/contract/faults.ts';
import { TranscriptStatus } from '#core/contract/source.ts';
import type { SourcePatch, SourceRow } from '#pipeline/library/index.ts';

const USUAL_WAIT_MS = 15 * 60_000;
/** Unavailable services are retried after as long as the source has already waited. */
const SHORTEST_WAIT_MS = 3_000;
/** Disk space may be freed at any moment, and checking is cheap. */
const ROOM_WAIT_MS = 5_000;
const LIMITS = {
  rate_limited: {
    longestMs: 24 * 3_600_000,
    enough: 'The site asked Gloss to slow down for a day, so Gloss stopped trying. Retry tomorrow.',
  },
  unavailable: {
    longestMs: 6 * 3_600_000,
    enough:
      "Couldn't reach the database, the files or the search index for six hours. Retry this source when they're back.",
  },
};

type Waiting = Pick<SourceRow, 'pendingVersion' | 'errorCode' | 'refreshError' | 'facts'>;

/**
 * `wait`: the source is due again after `delayMs` and shows why. `enough`: the limit for waiting is
 * reached.
 */
export type RetryDecision =
  | { kind: 'wait'; delayMs: number; patch: SourcePatch }
  | { kind: 'enough'; fault: Fault };

/**
 * Limits of waiting: one day for a site that limits requests; six hours for an unreachable index or
 * file store; none for a full one and for a missing network. A live video is read once
 * more after its end and until then shows that it has no transcript. A waiting refresh shows its
 * reason beside the good version.
 */
export function retryDecision(source: Waiting, fault: Fault, now: Date): RetryDecision {
  const isRefresh = source.pendingVersion !== null;
  const before = isRefresh ? source.refreshError?.code : source.errorCode;
  const delayMs = fault.retryAfterS === undefined ? USUAL_WAIT_MS : fault.retryAfterS * 1000;
  // Waiting because of our rate limit is not an error of the source.
  if (fault.code === 'paced') {
    const isBack = before === 'offline' && !isRefresh;
    return { kind: 'wait', delayMs, patch: isBack ? { errorCode: null, errorMessage: null } : {} };
  }
  const at =
    isRefresh && before === fault.code
      ? (source.refreshError?.at ?? now.toISOString())
      : now.toISOString();
  const reason = isRefresh
    ? { refreshError: { code: fault.code, message: fault.message, at } }
    : { errorCode: fault.code, errorMessage: fault.message };
  if (fault.code === 'live_not_ended') {
    if (before === 'live_not_ended')
      return {
        kind: 'enough',
        fault: new Fault('live_not_ended', {
          message: "This video hadn't ended when Gloss checked again. Retry it when it has.",
          cause: fault,
        }),
      };
    return {
      kind: 'wait',
      delayMs,
      patch: isRefresh ? reason : { ...reason, transcriptStatus: TranscriptStatus.none },
    };
  }
  if (fault.code === 'storage_full') return { kind: 'wait', delayMs: ROOM_WAIT_MS, patch: reason };
  if (fault.code !== 'rate_limited' && fault.code !== 'unavailable')
    return { kind: 'wait', delayMs, patch: reason };
  const { longestMs, enough } = LIMITS[fault.code];
  // An earlier wait may have had another reason.
  const since = isRefresh
    ? at
    : ((fault.code === 'unavailable' && before !== fault.code
        ? undefined
        : source.facts.waitingSince) ?? now.toISOString());
  const waitedMs = now.getTime() - Date.parse(since);
  if (waitedMs > longestMs)
    return { kind: 'enough', fault: new Fault('timed_out', { message: enough, cause: fault }) };
  return {
    kind: 'wait',
    patch: isRefresh ? reason : { ...reason, facts: { ...source.facts, waitingSince: since } },
    delayMs:
      fault.code === 'unavailable'
        ? Math.min(USUAL_WAIT_MS, Math.max(SHORTEST_WAIT_MS, waitedMs))
        : delayMs,
  };
}
