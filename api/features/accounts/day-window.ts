/** From one local midnight to the next, as instants. */
const HOUR_MS = 3_600_000;
/** the longest local day, and a day that a zone left out, lie within it */
const SPAN_MS = 50 * HOUR_MS;
/** between two resets, even if the person changes time zones */
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
/** The first instant in (low, high] of which `holds` is true; it is at `high`. */
function firstWhere(low: number, high: number, holds: (at: number) => boolean): number {
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (holds(middle)) high = middle;
    else low = middle;
  }
  return high;
}
/** When the local day that `at` lies in began. */
export function dayBegan(zone: string, at: number): number {
  const today = dateIn(zone, at);
  return firstWhere(at - SPAN_MS, at, (it) => dateIn(zone, it) >= today);
}
/** When the day `YYYY-MM-DD` begins in a zone. */
export function startOfDay(zone: string, day: string): Date {
  const noon = Date.parse(`${day}T12:00:00Z`);
  return new Date(firstWhere(noon - SPAN_MS, noon + SPAN_MS, (it) => dateIn(zone, it) >= day));
}
/**
 * When the local day after that of `at` begins: where a clock goes forward over midnight, later
 * than midnight.
 */
export function nextDay(zone: string, at: number): number {
  const today = dateIn(zone, at);
  return firstWhere(at, at + SPAN_MS, (it) => dateIn(zone, it) > today);
}

/**
 * When what is granted now is over. `endedAt`: when the window before it was, which a new zone or a
 * wrong clock does not move. A window lasts until a local midnight, and for 20 hours at least.
 */
export function windowEnd(zone: string, now: Date, endedAt?: Date): Date {
  const granted = Math.max(dayBegan(zone, now.getTime()), endedAt?.getTime() ?? 0);
  let end = nextDay(zone, now.getTime());
  while (end - granted < LEAST_MS) end = nextDay(zone, end);
  return new Date(end);
}
