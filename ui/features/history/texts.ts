import { counted, numberText } from '#ui/kit/format.ts';

const words = { one: '# word', other: '# words' };

/** The versions of the notes. */
export const versionTexts = {
  title: 'History',
  close: 'Close history',
  list: 'Versions',
  name: 'Name this version',
  save: 'Keep',
  none: 'No versions yet. One is kept by itself while you write and when everybody has left; one under a name whenever you like.',
  byItself: 'Kept by itself',
  words: (count: number) => counted(count, words),
  by: (names: string) => `by ${names}`,
  and: ', ',
  dot: ' · ',
  back: 'Back to the notes',
  against: 'Compare',
  now: 'Since then',
  before: 'In this version',
  restore: 'Restore this version',
  restored: 'Restored. The notes as they were are kept as a version.',
  undo: 'Undo',
  undone: 'The notes are as they were before.',
  same: { now: 'The notes still say the same.', before: 'Nothing changed in this version.' },
  counts: {
    added: (n: number) => `${numberText(n)} added`,
    removed: (n: number) => `${numberText(n)} removed`,
    changed: (n: number) => `${numberText(n)} changed`,
  },
  left: (count: number) =>
    counted(count, { one: 'one line as before', other: '# lines as before' }),
  restyled: 'looks different',
  nextChange: 'Next change',
  previousChange: 'Previous change',
  changeAt: (at: number, total: number) => `${numberText(at)} of ${numberText(total)}`,
  done: 'done',
  toDo: 'to do',
} as const;
