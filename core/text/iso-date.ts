/** a year or a month alone, which are of ISO 8601 too */
const ISO_PERIOD = /^\d{4}(-\d{2})?$/;
const ISO_DAY = /^\d{4}-\d{2}-\d{2}$/;
const COMPACT_DAY = /^(\d{4})(\d{2})(\d{2})$/;
const TIME = /\d:\d{2}/;
/** at the end: `Z`, `GMT`, `EST`, `+01:00`, `-0500` */
const ZONE = /(?:(?<![a-z])(?:Z|UTC?|GMT|[ECMP][SD]T)|[+-]\d{2}:?\d{2})\)?$/i;

const twoDigits = (n: number): string => String(n).padStart(2, '0');

/**
 * A date as sites write it, in ISO 8601: a moment in UTC, or a day where no time or no zone is
 * given. `November 19, 2019, 07:47 PM EST` is `2019-11-20T00:47:00.000Z`. Undefined when it is not a
 * date.
 */
export function isoDate(text: string): string | undefined {
  const given = text.trim();
  const dashed = given.replace(COMPACT_DAY, '$1-$2-$3');
  const date = new Date(ISO_DAY.test(dashed) ? dashed : given);
  const year = date.getUTCFullYear();
  // JavaScript reads a year into any number; a date has one of four digits.
  if (Number.isNaN(year) || year < 1000 || year > 9999 || !/\d{4}/.test(given)) return undefined;
  if (ISO_PERIOD.test(given)) return given;
  if (ISO_DAY.test(dashed)) return dashed;
  if (TIME.test(given) && ZONE.test(given)) return date.toISOString();
  // Without a zone JavaScript takes the zone of this machine, so the day is read in it again.
  return `${date.getFullYear()}-${twoDigits(date.getMonth() + 1)}-${twoDigits(date.getDate())}`;
}
