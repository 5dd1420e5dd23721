/**
 * What clips and the blocks that the assistant fills say. The product's own sentences stand to the
 * letter.
 */
import { counted } from '#ui/kit/format.ts';

export const clipTexts = {
  clip: 'Clip',
  pdfClip: 'PDF clip',
  webClip: 'Web clip',
  moment: 'Moment',
  ghost: 'Suggested clip',
  heading: 'Heading of the clip',
  untitled: 'Untitled',
  naming: 'Finding a heading…',
  editHeading: 'Edit heading',
  open: (place: string) => `Open ${place}`,
  options: 'Clip options',
  colour: 'Colour',
  shrink: 'Shrink',
  expand: 'Expand',
  copyLink: 'Copy link',
  remove: 'Delete',
  keep: 'Keep clip',
  dismiss: 'Dismiss',
  suggest: 'Suggest clips of its moments',
  suggested: (count: number) =>
    count === 0
      ? 'Each of its moments is a clip already'
      : counted(count, { one: 'A clip is suggested below', other: '# clips are suggested below' }),
  highlight: 'Highlight',
  underline: 'Underline',
  showAll: 'Show all',
  showLess: 'Show less',
  range: 'Edit time range',
  start: 'Start',
  end: 'End',
  startHandle: 'Start of the clip',
  endHandle: 'End of the clip',
  set: 'Set range',
  badTime: 'A time is written as mm:ss or hh:mm:ss.',
  badOrder: 'The end comes after the start.',
  anchor: {
    nowReads: 'The source now reads:',
    words: (now: string) => `“${now}”`,
    lost: 'These words are no longer in the source.',
    was: 'See it as it was',
  },
  copied: 'copied',
  notCopied: 'The browser did not allow copying. Copy the address by hand.',
} as const;

export const aiTexts = {
  chat: { name: 'Answer', what: 'answer', copy: 'Copy answer', remove: 'Delete answer' },
  note: {
    name: 'AI note',
    what: 'note',
    copy: 'Copy notes',
    remove: 'Delete notes',
    rewrite: 'Rewrite as',
    writing: (type: string) => `Writing: ${type}`,
    rewriting: (type: string) => `Rewriting as: ${type}`,
  },
  summary: {
    name: 'Summary',
    what: 'summary',
    copy: 'Copy summary',
    remove: 'Delete summary',
    writing: 'Writing the summary',
  },
  takesTime: 'It can take 1-2 minutes.',
  from: (count: number) => counted(count, { one: 'From # source', other: 'From # sources' }),
} as const;
