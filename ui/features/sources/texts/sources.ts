import { counted, numberText } from '#ui/kit/format.ts';

/** Texts about the sources of a thread. The spec gives the status messages. */
export const sourceTexts = {
  list: 'Sources',
  retry: 'Retry',
  retryOf: (title: string) => `Retry ${title}`,
  missing:
    "This source isn't currently available. It might have been moved or deleted from this thread.",
  dismiss: 'Dismiss',
  pages: (count: number) => counted(count, { one: '# page', other: '# pages' }),
  removed: 'deleted successfully',
  adding: 'Adding…',
  offline: "Will be added when you're online",
} as const;

/** The status messages of a source that isn't ready. */
export const statusTexts = {
  noTranscript: 'No Transcript found',
  noTranscriptTip: 'No transcript available, AI features unavailable',
  processing: 'Processing',
  processingTip: 'Processing source...',
  issues: 'Issues with processing',
  unreadableTip: (kind: string) => `Unable to read ${kind.toUpperCase()}, AI features unavailable`,
  timedOutTip: 'Processing timed out - try re-adding source',
  pageFailed: "Couldn't load the website",
} as const;

export const stripTexts = {
  left: 'Scroll sources left',
  right: 'Scroll sources right',
  add: 'Add a source to this thread',
  first: 'Add a source to get started',
} as const;

export const switchTexts = {
  open: 'Switch source',
  hint: 'Switch source ([ and ])',
  drawn: (at: number, of: number) => `${numberText(at)}/${numberText(of)}`,
  none: numberText,
  list: 'Switch between sources',
  ready: 'Ready',
  at: (at: number, of: number) => `${numberText(at)} of ${numberText(of)}`,
} as const;

export const sourceSearchTexts = {
  field: 'Find a source in this thread',
  placeholder: 'Find a source',
  nothing: (query: string) => `No source matches “${query}”.`,
} as const;

export const selectorTexts = {
  open: 'Select sources',
  title: 'All sources',
  text: 'Gloss AI gathers insights from all selected sources.',
  label: 'Sources for the assistant',
  all: 'Select All',
  none: 'Unselect All',
  chosen: (count: number, of: number) => `${numberText(count)} of ${numberText(of)} selected`,
  count: (count: number, of: number) => `${numberText(count)}/${numberText(of)}`,
  useOnly: (title: string) => `Use only ${title}`,
  use: (title: string) => `Use ${title}`,
} as const;
