import { Fault } from '#core/contract/faults.ts';

const LONGEST_S = 86_400;

/** Parses both forms of Retry-After to seconds, a day at most; undefined if missing or invalid. */
export function retryAfterS(value: string | undefined, now = Date.now()): number | undefined {
  if (value === undefined) return undefined;
  const seconds = /^\s*\d+\s*$/.test(value) ? Number(value) : (Date.parse(value) - now) / 1000;
  return Number.isFinite(seconds)
    ? Math.min(LONGEST_S, Math.max(0, Math.ceil(seconds)))
    : undefined;
}

/** Returns the fault for an error status of a site; undefined below 400. */
export function statusFault(
  status: number,
  headers: Readonly<Record<string, string>>,
): Fault | undefined {
  if (status < 400) return undefined;
  const details = { status };
  const after = retryAfterS(headers['retry-after']);
  if (status === 429 || (status === 503 && after !== undefined))
    return new Fault('rate_limited', {
      details,
      ...(after !== undefined && { retryAfterS: after }),
    });
  if (status === 451) return new Fault('geo_blocked', { details });
  if (status === 401 || status === 403) return new Fault('private_or_removed', { details });
  if (status === 404 || status === 410) return new Fault('not_found', { details });
  if (status === 408 || status === 425) return new Fault('timed_out', { details });
  if (status < 500)
    return new Fault('not_found', {
      message: `The site refused this address (${status}). Check the link.`,
      details,
    });
  return new Fault('provider_failed', {
    message: `The site returned an error (${status}). Try again in a moment.`,
    details,
  });
}
