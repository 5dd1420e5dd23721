/** Parses the dates of exports to ISO 8601 in UTC. */

const EARLIEST = Date.UTC(1980, 0);
const LATEST = Date.UTC(2200, 0);
/** Chromium counts microseconds from 1601. */
const WINDOWS_EPOCH_MS = 11_644_473_600_000;
const APACHE = /^(\d{1,2})\/([a-z]{3})\/(\d{4}):(\d\d:\d\d:\d\d)\s*([+-]\d{4})?$/i;
const WITHOUT_ZONE = /^\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d(?::\d\d(?:\.\d+)?)?)?$/;
const HAS_YEAR = /\b(19|20)\d\d\b/;

function iso(ms: number): string | undefined {
  return ms > EARLIEST && ms < LATEST ? new Date(ms).toISOString() : undefined;
}

/** Seconds, milliseconds, microseconds or nanoseconds since 1970, distinguished by magnitude. */
function fromNumber(value: number): string | undefined {
  for (const [above, perMs] of [
    [1e17, 1e-6],
    [1e14, 1e-3],
    [1e11, 1],
  ] as const)
    if (value >= above) return iso(value * perMs);
  return iso(value * 1000);
}

/**
 * Parses numbers since 1970 in any unit, ISO, RFC 822, and the date format of web server logs.
 * Dates without a zone are in UTC.
 */
export function parseDate(value: unknown): string | undefined {
  if (typeof value === 'number') return fromNumber(value);
  if (typeof value !== 'string') return undefined;
  const text = value.trim();
  if (/^\d{9,19}(\.\d+)?$/.test(text)) return fromNumber(Number(text));
  if (text.length > 60 || !HAS_YEAR.test(text)) return undefined;
  const [, day, month, year, time, zone] = APACHE.exec(text) ?? [];
  const plain = day === undefined ? text : `${day} ${month} ${year} ${time} ${zone ?? '+0000'}`;
  if (WITHOUT_ZONE.test(plain))
    return iso(Date.parse(plain.length === 10 ? plain : `${plain.replace(' ', 'T')}Z`));
  const zoned = /(?:[+-]\d\d:?\d\d|z|gmt|ut|utc|[ecmp][sd]t)\)?$/i.test(plain)
    ? plain
    : `${plain} UTC`;
  return iso(Date.parse(zoned));
}

/** Microseconds since 1601. */
export function parseChromiumDate(value: unknown): string | undefined {
  const count = typeof value === 'string' || typeof value === 'number' ? Number(value) : Number.NaN;
  return iso(count / 1000 - WINDOWS_EPOCH_MS);
}
