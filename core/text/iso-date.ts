/** a year or a month only, which are ISO 8601 too */
const ISO_PERIOD = /^\d{4}(-\d{2})?$/;
const ISO_DAY = /^\d{4}-\d{2}-\d{2}$/;
const COMPACT_DAY = /^(\d{4})(\d{2})(\d{2})$/;
const TIME = /\d:\d{2}/;
/** suffixes: `Z`, `GMT`, `EST`, `+01:00`, `-0500` */
const ZONE = /(?:(?<![a-z])(?:Z|UTC?|GMT|[ECMP][SD]T)|[+-]\d{2}:?\d{2})\)?$/i;

const twoDigits = (n: number): string => String(n).padStart(2, '0');

/**
 * Parses a date as sites write it to ISO 8601: a time in UTC, or a day without a time or zone.
 * `November 19, 2019, 07:47 PM EST` is `2019-11-20T00:47:00.000Z`. Undefined if it isn't a date.
 */
export function isoDate(text: string): string | undefined {
  const given = text.trim();
  const dashed = given.replace(COMPACT_DAY, '$1-$2-$3');
  const date = new Date(ISO_DAY.test(dashed) ? dashed : given);
  const year = date.getUTCFullYear();
  // JavaScript finds a year in any number, so a date needs one with four digits.
  if (Number.isNaN(year) || year < 1000 || year > 9999 || !/\d{4}/.test(given)) return undefined;
  if (ISO_PERIOD.test(given)) return given;
  if (ISO_DAY.test(dashed)) return dashed;
  if (TIME.test(given) && ZONE.test(given)) return date.toISOString();
  // Without a zone JavaScript uses that of this machine, so the day is read in it too.
  return `${date.getFullYear()}-${twoDigits(date.getMonth() + 1)}-${twoDigits(date.getDate())}`;
}
