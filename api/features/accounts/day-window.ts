/** Finds local midnights as instants. */
const HOUR_MS = 3_600_000;
/** long enough for the longest local day, and for a day that a time zone skipped */
const SPAN_MS = 50 * HOUR_MS;
/** least time between two resets, even if the person changes time zones */
const LEAST_MS = 20 * HOUR_MS;

const formats = new Map<string, Intl.DateTimeFormat>();
function dateIn(zone: string, at: number): string {
  let format = formats.get(zone);
  if (!format)
    formats.set(
      zone,
      (format = new Intl.DateTimeFormat('en-CA', {
        timeZone: zone,
        year: 'numeric',
        month: '2-digit',
        day: '2-digit',
      })),
    );
  return format.format(at);
}
/** Returns the first instant in (low, high] for which `holds` is true; it is true at `high`. */
function firstWhere(low: number, high: number, holds: (at: number) => boolean): number {
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (holds(middle)) high = middle;
    else low = middle;
  }
  return high;
}
/** Returns when the local day of `at` began. */
export function dayBegan(zone: string, at: number): number {
  const today = dateIn(zone, at);
  return firstWhere(at - SPAN_MS, at, (it) => dateIn(zone, it) >= today);
}
/** Returns when the day `YYYY-MM-DD` begins in a time zone. */
export function startOfDay(zone: string, day: string): Date {
  const noon = Date.parse(`${day}T12:00:00Z`);
  return new Date(firstWhere(noon - SPAN_MS, noon + SPAN_MS, (it) => dateIn(zone, it) >= day));
}
/** Returns when the next local day begins, which is after midnight if the clock skips midnight. */
export function nextDay(zone: string, at: number): number {
  const today = dateIn(zone, at);
  return firstWhere(at, at + SPAN_MS, (it) => dateIn(zone, it) > today);
}

/**
 * Returns when the current allowance ends. `endedAt` is the end of the previous window, so that a
 * new time zone or a wrong clock does not shorten it. A window ends at a local midnight, at least
 * 20 hours after the previous one.
 */
export function windowEnd(zone: string, now: Date, endedAt?: Date): Date {
  const granted = Math.max(dayBegan(zone, now.getTime()), endedAt?.getTime() ?? 0);
  let end = nextDay(zone, now.getTime());
  while (end - granted < LEAST_MS) end = nextDay(zone, end);
  return new Date(end);
}
