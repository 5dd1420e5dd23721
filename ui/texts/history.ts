import { intervalLabel } from '#core/text/interval.ts';
import { readInterval, type Unit } from '#ui/kit/interval.ts';
import { counted, numberText } from './format.ts';

const EVERY: Record<Unit, { one: string; other: string }> = {
  hour: { one: 'every hour', other: 'every # hours' },
  day: { one: 'every day', other: 'every # days' },
  week: { one: 'every week', other: 'every # weeks' },
  month: { one: 'every month', other: 'every # months' },
};

/** `every 2 weeks` */
export function intervalText(iso: string): string {
  const it = readInterval(iso);
  return it ? counted(it.count, EVERY[it.unit]) : intervalLabel(iso);
}

const paragraphs = { one: 'one paragraph as before', other: '# paragraphs as before' };

/** How a source is kept fresh, its versions, and what changed from one to another. */
export const historyTexts = {
  open: 'Versions and refresh',
  version: (number: number) => `Version ${numberText(number)}`,
  checked: 'checked ',
  next: 'next ',
  refresh: 'Refresh now',
  busy: 'Checking…',
  lastFailed: (why: string) => `The last check did not succeed, and this version stays. ${why}`,
  every: 'Look for changes',
  usual: { '': 'never', P1D: 'every day', P1W: 'every week', P1M: 'every month' },
  own: 'own interval…',
  count: 'Number',
  unit: 'Unit',
  units: { hour: 'hours', day: 'days', week: 'weeks', month: 'months' },
  set: 'Set',
  outOfRange: 'From 15 minutes to a year.',
  rests: 'What rests on this text',
  versions: 'Versions',
  compare: 'Compare',
  shown: 'shown',
  counts: {
    added: (n: number) => `${numberText(n)} added`,
    removed: (n: number) => `${numberText(n)} removed`,
    changed: (n: number) => `${numberText(n)} changed`,
    same: (n: number) => `${numberText(n)} unchanged`,
    moved: (n: number) => `${numberText(n)} moved`,
    lost: (n: number) => `${numberText(n)} lost`,
  },
  and: ', ',
  views: 'View',
  whatChanged: 'What changed',
  asItWas: 'As it was',
  to: 'to',
  against: (version: number) => `against version ${numberText(version)}, which is shown`,
  olderVersion: 'Older version',
  newerVersion: 'Newer version',
  option: (version: number, day: string) => `${numberText(version)}, ${day}`,
  same: 'The text is the same in both.',
  asBefore: (count: number) => counted(count, paragraphs),
  nextChange: 'Next change',
  previousChange: 'Previous change',
  changeAt: (at: number, total: number) => `${numberText(at)} of ${numberText(total)}`,
  outcomes: {
    same: 'Unchanged',
    moved: 'Moved',
    changed: 'Its words changed',
    lost: 'No longer in the text',
  },
  what: { clip: 'Clip', citation: 'Citation of an answer', highlight: 'Highlight' },
  inThread: (title: string) => ` in ${title}`,
  now: 'Now: ',
  quotes: 'Quotes',
  report: (version: number, outcomes: string) => `Version ${numberText(version)}: ${outcomes}`,
} as const;
