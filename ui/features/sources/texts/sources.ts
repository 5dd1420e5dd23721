import { FILES_IN_WORDS } from '#core/kinds.ts';
import { counted, numberText } from '#ui/kit/format.ts';

const many = (count: number): string => counted(count, { one: '# source', other: '# sources' });

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

export const addTexts = {
  title: 'Add source',
  text: 'Videos, PDFs and web pages become one readable, citable thread.',
  field: 'Paste links or search your sources',
  hint: 'One link a line. Shift + Enter starts a new line.',
  add: 'Add',
  choose: `Choose ${FILES_IN_WORDS.plural}`,
  orDrop: ' or drop them here',
  files: `${FILES_IN_WORDS.or} files`,
  wrongFile: `Only ${FILES_IN_WORDS.or} files can be added here. For a page or a video, paste its link.`,
  list: 'Ready to add',
  notLink: 'This is not a link, so it is not added.',
  leaveOut: (name: string) => `Leave out ${name}`,
  cancelUpload: (name: string) => `Cancel the upload of ${name}`,
  more: (count: number) => `and ${counted(count, { one: '# more', other: '# more' })}`,
  count: many,
  uploading: (done: number, of: number) => `Uploading ${numberText(done)} of ${numberText(of)}`,
  adding: 'Adding…',
  percent: (share: number) => `${numberText(Math.round(share * 100))} %`,
  uploadOf: (name: string) => `Upload of ${name}`,
  failed: 'Failed to add sources to thread',
  there: (title: string) => `“${title}” is already in this thread.`,
  thereMany: (count: number) =>
    counted(count, {
      one: '# source is already in this thread.',
      other: '# sources are already in this thread.',
    }),
  open: 'Open',
  unreached: 'The server could not be reached. Nothing is lost: press Add again.',
  yours: 'Sources you already have',
  inLibrary: 'In your library',
  lately: 'Lately in your library',
  noMatch: (query: string) =>
    `No source matches “${query}”. To add a page or a video, paste its full link.`,
  join: ' · ',
  searching: 'Searching your sources',
} as const;
