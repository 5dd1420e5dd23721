/**
 * Refresh intervals: people write `1d`, `12h`, `2 weeks`, `daily`; stored as an ISO 8601 duration.
 */

const NAMED: Record<string, string> = {
  hourly: 'PT1H',
  daily: 'P1D',
  weekly: 'P1W',
  fortnightly: 'P2W',
  monthly: 'P1M',
  quarterly: 'P3M',
  yearly: 'P1Y',
  hour: 'PT1H',
  day: 'P1D',
  week: 'P1W',
  month: 'P1M',
  year: 'P1Y',
};
const UNITS: [RegExp, (n: string) => string][] = [
  [/^(m|min|mins|minutes?)$/, (n) => `PT${n}M`],
  [/^(h|hrs?|hours?)$/, (n) => `PT${n}H`],
  [/^(d|days?)$/, (n) => `P${n}D`],
  [/^(w|wks?|weeks?)$/, (n) => `P${n}W`],
  [/^(mo|months?)$/, (n) => `P${n}M`],
  [/^(y|yrs?|years?)$/, (n) => `P${n}Y`],
];
const ISO =
  /^P(?=\d|T\d)(?:(\d{1,4})Y)?(?:(\d{1,4})M)?(?:(\d{1,4})W)?(?:(\d{1,4})D)?(?:T(?=\d)(?:(\d{1,5})H)?(?:(\d{1,6})M)?)?$/;
const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
export const MIN_INTERVAL_MS = 15 * MINUTE_MS;
const MOST_INTERVAL_MS = 366 * DAY_MS;

/** An ISO 8601 duration from 15 minutes to a year; undefined for other texts. */
export function parseInterval(text: string): string | undefined {
  const words = text
    .trim()
    .toLowerCase()
    .replace(/^every\s+/, '');
  const [, count, unit = ''] = /^(\d{1,6})\s*([a-z]+)$/.exec(words) ?? [];
  const written =
    NAMED[words] ??
    (count === undefined
      ? words.toUpperCase()
      : UNITS.find(([name]) => name.test(unit))?.[1](String(Number(count))));
  if (written === undefined || !ISO.test(written)) return undefined;
  // Starts in a long month, so that a month counts as 31 days at most.
  const start = new Date('2026-01-01T00:00:00Z');
  const lengthMs = addInterval(start, written).getTime() - start.getTime();
  return lengthMs >= MIN_INTERVAL_MS && lengthMs <= MOST_INTERVAL_MS ? written : undefined;
}

/**
 * `from` plus one interval. Months and years are calendar ones, in UTC; the 31st becomes the last
 * day of a shorter month.
 */
export function addInterval(from: Date, interval: string): Date {
  const [years = 0, months = 0, weeks = 0, days = 0, hours = 0, minutes = 0] = (
    ISO.exec(interval) ?? []
  )
    .slice(1)
    .map((part) => Number(part ?? 0));
  const to = new Date(from);
  const day = to.getUTCDate();
  to.setUTCDate(1);
  to.setUTCMonth(to.getUTCMonth() + 12 * years + months);
  const last = new Date(Date.UTC(to.getUTCFullYear(), to.getUTCMonth() + 1, 0)).getUTCDate();
  to.setUTCDate(Math.min(day, last));
  return new Date(to.getTime() + (7 * weeks + days) * DAY_MS + (60 * hours + minutes) * MINUTE_MS);
}

const WORDS = ['year', 'month', 'week', 'day', 'hour', 'minute'];
/** `every day`, `every 12 hours`. */
export function intervalLabel(interval: string): string {
  const parts = (ISO.exec(interval) ?? [])
    .slice(1)
    .flatMap((part, index) =>
      part === undefined ? [] : [[Number(part), WORDS[index] ?? ''] as const],
    );
  const [only, ...more] = parts;
  if (only && more.length === 0 && only[0] === 1) return `every ${only[1]}`;
  return `every ${parts.map(([n, word]) => `${n} ${word}${n === 1 ? '' : 's'}`).join(' ')}`;
}
