import { counted, numberText } from '#ui/kit/format.ts';

/**
 * What is said of sources in a thread. The sentences of the specification are its own, to the
 * letter.
 */
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
  offline: 'Added when online',
} as const;

/** Of a source that is not ready, or not all of it. */
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
  first: 'Add a source to begin',
} as const;

export const switchTexts = {
  open: 'Switch source',
  hint: 'Switch source ([ and ])',
  drawn: (at: number, of: number) => `${numberText(at)}/${numberText(of)}`,
  none: numberText,
  list: 'Switch between sources',
  ready: 'Ready',
  at: (at: number, of: number) => `${numberText(at)} of ${numberText(of)}`,
  current: 'Current',
  find: 'Find a source of this thread',
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
  /** before its title */
  only: 'Use only ',
  use: (title: string) => `Use ${title}`,
} as const;
