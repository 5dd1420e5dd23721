/** What every viewer says, whatever it shows. The sentences of source states are the product's own, to the letter. */
import { counted, numberText } from './format.ts';

export const viewerTexts = {
  settingUp: 'Setting up your source',
  retry: 'Retry',
  openOriginal: 'Open the original',
  lastReadingFailed: 'The last reading did not succeed, and this version stays.',
  foundCount: (current: number, total: number) => `${numberText(current)} of ${numberText(total)}`,
  nothingFound: 'Nothing found',
  searching: 'Searching…',
  previousMatch: 'Previous match',
  nextMatch: 'Next match',
  close: 'Close',
} as const;

export const noticeTexts = {
  noTranscript: 'No transcript available, AI features unavailable',
  pageFailed: 'Could\'nt load the website',
  pageProcessing: 'Webpage is processing...',
  processing: 'Processing source...',
  unreadable: (type: string) => `Unable to read ${type}, AI features unavailable`,
  timedOut: 'Processing timed out - try re-adding source',
  noTranscriptLong: 'This video doesn’t provide a transcript, so Gloss AI can’t generate highlights or notes automatically.',
  stages: {
    fetch: 'Fetching', extract: 'Reading', snapshot: 'Keeping a copy', chunk: 'Finding passages', embed: 'Learning the meaning', index: 'Indexing', refresh: 'Finding your notes in it',
  },
  step: (stage: string, done: number, total: number) => `${stage} ${numberText(done)} of ${numberText(total)}`,
  page: (stage: string, done: number, total: number) => `${stage} page ${numberText(done)} of ${numberText(total)}`,
  readyThrough: (page: number) => `, ready up to page ${numberText(page)}`,
} as const;

export const markTexts = {
  saveClip: 'Save clip',
  saveClipHint: 'Save clip (H)',
  colour: 'Colour',
  colours: { yellow: 'Yellow', orange: 'Orange', red: 'Red', violet: 'Violet', blue: 'Blue', green: 'Green' },
  selectedWords: 'Selected words',
  highlight: 'Highlight',
  highlightIn: (colour: string) => `Highlight in ${colour.toLowerCase()}`,
  highlightOf: (quote: string) => `Highlight: ${quote}`,
  underline: 'Underline',
  manner: 'Manner',
  copy: 'Copy',
  copied: 'Copied',
  notCopied: 'The browser did not let Gloss copy this.',
  showInNotes: 'Show in notes',
  deleteHighlight: 'Delete highlight',
  clipDeleted: 'Clip deleted',
  undo: 'Undo',
  notThere: 'The notes are not open yet, or this clip is not in them any more.',
} as const;

const outcomeOrder = ['same', 'moved', 'changed', 'lost'] as const;
const outcomeWords = { same: 'unchanged', moved: 'moved', changed: 'changed', lost: 'lost' } as const;

export const historyTexts = {
  title: 'Versions and refresh',
  version: (version: number) => `Version ${numberText(version)}`,
  against: (version: number) => `against version ${numberText(version)}, which is shown`,
  views: { changes: 'What changed', whole: 'As it was', label: 'View' },
  sameText: 'The text is the same in both.',
  asBefore: (count: number) => counted(count, { one: 'one paragraph as before', other: '# paragraphs as before' }),
  checked: 'checked',
  checking: 'Checking…',
  refreshNow: 'Refresh now',
  lastCheckFailed: 'The last check did not succeed, and this version stays.',
  lookForChanges: 'Look for changes',
  intervals: { never: 'never', day: 'every day', week: 'every week', month: 'every month' },
  every: (interval: string) => `every ${interval}`,
  restsOn: 'What rests on this text',
  versions: 'Versions',
  shown: 'shown',
  compare: 'Compare',
  counts: (it: { added?: number | undefined; removed?: number | undefined; changed?: number | undefined }) =>
    ([[it.added, 'added'], [it.removed, 'removed'], [it.changed, 'changed']] as const).flatMap(([count, word]) => (count ? `${numberText(count)} ${word}` : [])).join(', '),
  quotes: 'Quotes',
  inThread: (title: string) => ` in ${title}`,
  now: 'Now: ',
  reportOf: (version: number, outcomes: string) => `Version ${numberText(version)}: ${outcomes}`,
  outcomeNames: { same: 'Unchanged', moved: 'Moved', changed: 'Its words changed', lost: 'No longer in the text' },
  what: { clip: 'Clip', citation: 'Citation of an answer', highlight: 'Highlight' },
  /** `2 unchanged, 1 moved, 1 lost`: the worst last, and only what there is. */
  outcomes: (counts: Record<(typeof outcomeOrder)[number], number>) => outcomeOrder.flatMap((it) => (counts[it] > 0 ? `${numberText(counts[it])} ${outcomeWords[it]}` : [])).join(', '),
} as const;
