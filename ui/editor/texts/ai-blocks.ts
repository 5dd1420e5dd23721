/** Texts of clips and of blocks that the assistant writes. Sentences of the spec are used word for word. */
import { counted } from '#ui/kit/format.ts';

export const clipTexts = {
  clip: 'Clip',
  pdfClip: 'PDF clip',
  webClip: 'Web clip',
  moment: 'Moment',
  ghost: 'Suggested clip',
  heading: 'Clip heading',
  untitled: 'Untitled',
  naming: 'Writing a heading…',
  editHeading: 'Edit heading',
  keyPoints: 'Key points',
  open: (position: string) => `Open ${position}`,
  options: 'Clip options',
  colour: 'Colour',
  shrink: 'Shrink',
  expand: 'Expand',
  copyLink: 'Copy link',
  remove: 'Delete',
  keep: 'Keep clip',
  dismiss: 'Dismiss',
  suggest: 'Suggest clips',
  suggested: (count: number) =>
    count === 0
      ? 'No new clips to suggest'
      : counted(count, {
          one: '# suggested clip added below',
          other: '# suggested clips added below',
        }),
  highlight: 'Highlight',
  underline: 'Underline',
  showAll: 'Show all',
  showLess: 'Show less',
  range: 'Edit time range',
  start: 'Start',
  end: 'End',
  startHandle: 'Clip start',
  endHandle: 'Clip end',
  set: 'Set range',
  badTime: 'Enter a time as mm:ss or hh:mm:ss',
  badOrder: 'The end must be after the start',
  anchor: {
    changed: (now: string) => `The source now says: “${now}”`,
    lost: 'This text is no longer in the source.',
    earlierVersion: 'View earlier version',
  },
  copied: 'copied',
  notCopied: 'Your browser blocked copying.',
} as const;

export const aiTexts = {
  chat: {
    name: 'Answer',
    what: 'answer',
    copy: 'Copy answer',
    remove: 'Delete answer',
    options: 'Answer options',
  },
  note: {
    name: 'AI note',
    what: 'note',
    copy: 'Copy notes',
    remove: 'Delete notes',
    rewrite: 'Rewrite as',
    writing: (type: string) => `Writing ${type}…`,
    rewriting: (type: string) => `Rewriting as ${type}…`,
  },
  summary: {
    name: 'Summary',
    what: 'summary',
    copy: 'Copy summary',
    remove: 'Delete summary',
    writing: 'Writing summary…',
  },
  collapse: 'Collapse',
  expand: 'Expand',
  takesTime: 'This can take 1–2 minutes.',
  from: (count: number) => counted(count, { one: 'From # source', other: 'From # sources' }),
} as const;
