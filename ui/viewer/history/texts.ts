import { counted, numberText } from '#ui/kit/format.ts';

const paragraphs = { one: '# unchanged paragraph', other: '# unchanged paragraphs' };

/** The refresh schedule of a source, its versions, and the changes between two of them. */
export const historyTexts = {
  open: 'Versions and refresh',
  version: (number: number) => `Version ${numberText(number)}`,
  refreshed: (moment: string) => `Last refreshed ${moment}`,
  next: (moment: string) => `Next refresh ${moment}`,
  refresh: 'Refresh now',
  busy: 'Refreshing…',
  lastFailed: (why: string) => `The last refresh failed; showing the previous version. ${why}`,
  usedIn: 'Used in',
  versions: 'Versions',
  compare: 'Compare',
  current: 'Current',
  held: 'Held for review',
  counts: {
    added: (n: number) => `${numberText(n)} added`,
    removed: (n: number) => `${numberText(n)} removed`,
    changed: (n: number) => `${numberText(n)} changed`,
    same: (n: number) => `${numberText(n)} unchanged`,
    moved: (n: number) => `${numberText(n)} moved`,
    lost: (n: number) => `${numberText(n)} lost`,
  },
  view: 'View',
  changes: 'Changes',
  fullText: 'Full text',
  to: 'to',
  againstCurrent: (version: number) => `Compared with version ${numberText(version)} (current)`,
  againstHeld: (version: number) =>
    `Compared with version ${numberText(version)} (held for review)`,
  olderVersion: 'Older version',
  newerVersion: 'Newer version',
  option: (version: number, day: string) => `${numberText(version)}, ${day}`,
  same: 'No changes',
  unchanged: (count: number) => counted(count, paragraphs),
  nextChange: 'Next change',
  previousChange: 'Previous change',
  changeAt: (at: number, total: number) => `${numberText(at)} of ${numberText(total)}`,
  outcomes: {
    same: 'Unchanged',
    moved: 'Moved',
    changed: 'Text changed',
    lost: 'Not found in the new text',
  },
  use: { clip: 'Clip', citation: 'Citation', highlight: 'Highlight' },
  useIn: {
    clip: (thread: string) => `Clip in ${thread}`,
    citation: (thread: string) => `Citation in ${thread}`,
    highlight: (thread: string) => `Highlight in ${thread}`,
  },
  now: 'Now: ',
  quotes: 'Quotes',
  report: (version: number, outcomes: string) => `Version ${numberText(version)}: ${outcomes}`,
} as const;
