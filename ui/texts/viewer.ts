/**
 * What every viewer says, whatever it shows. The sentences of source states are the product's own,
 * to the letter.
 */
import { numberText } from './format.ts';

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
  pageFailed: "Could'nt load the website",
  pageProcessing: 'Webpage is processing...',
  processing: 'Processing source...',
  unreadable: (type: string) => `Unable to read ${type}, AI features unavailable`,
  timedOut: 'Processing timed out - try re-adding source',
  noTranscriptLong:
    'This video doesn’t provide a transcript, so Gloss AI can’t generate highlights or notes automatically.',
} as const;

export const markTexts = {
  saveClip: 'Save clip',
  saveMoment: 'Moment',
  saveMomentHint: 'Keep the second and its words',
  saveClipHint: 'Save clip (H)',
  colour: 'Colour',
  colours: {
    yellow: 'Yellow',
    orange: 'Orange',
    red: 'Red',
    violet: 'Violet',
    blue: 'Blue',
    green: 'Green',
  },
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
