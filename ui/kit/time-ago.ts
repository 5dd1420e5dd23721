const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const WEEK = 7 * DAY;
const YEAR = 365.2425 * DAY;
const MONTH = YEAR / 12;
const QUARTER = YEAR / 4;

/** Days since 1970 in the reader's time zone. */
const dayOf = (date: Date) => Date.UTC(date.getFullYear(), date.getMonth(), date.getDate()) / DAY;
/** Weeks begin on Sunday; 1970-01-01 was a Thursday. */
const weekOf = (date: Date) => Math.floor((dayOf(date) + 4) / 7);
const monthOf = (date: Date) => date.getFullYear() * 12 + date.getMonth();
const quarterOf = (date: Date) => Math.floor(monthOf(date) / 3);

/** Seconds to hours count full units; from a day on, the calendar counts. */
function distance(at: Date, now: Date): [number, Intl.RelativeTimeFormatUnit] {
  const ms = at.getTime() - now.getTime();
  const size = Math.abs(ms);
  const days = dayOf(at) - dayOf(now);
  if (size < MINUTE) return [Math.trunc(ms / SECOND), 'second'];
  if (size < HOUR) return [Math.trunc(ms / MINUTE), 'minute'];
  if (size < DAY && days === 0) return [Math.trunc(ms / HOUR), 'hour'];
  if (size < WEEK && Math.abs(days) < 7) return [days, 'day'];
  if (size < MONTH) return [weekOf(at) - weekOf(now), 'week'];
  if (size < QUARTER) return [monthOf(at) - monthOf(now), 'month'];
  const quarters = quarterOf(at) - quarterOf(now);
  if (size < YEAR && quarters < 4) return [quarters, 'quarter'];
  return [at.getFullYear() - now.getFullYear(), 'year'];
}

/** "3 hours ago", "yesterday": formats a past time in the language of the page. */
export function timeAgo(at: string | number | Date, now = new Date()): string {
  const locale = globalThis.document?.documentElement.lang || 'en';
  const format = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' });
  return format.format(...distance(new Date(at), now));
}
