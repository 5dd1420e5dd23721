import { counted, numberText } from '#ui/kit/format.ts';

const words = { one: '# word', other: '# words' };

/** Texts of the versions of the notes. */
export const versionTexts = {
  title: 'History',
  close: 'Close history',
  list: 'Versions',
  name: 'Name this version',
  save: 'Save version',
  none: 'No versions yet. Gloss saves one while you write and when everyone has left. You can also save one with a name at any time.',
  autoSaved: 'Auto-saved',
  words: (count: number) => counted(count, words),
  by: (names: string) => `by ${names}`,
  dot: ' · ',
  back: 'Back to the notes',
  compare: 'Compare',
  now: 'Since then',
  before: 'In this version',
  restore: 'Restore this version',
  restored: 'Version restored. Your previous notes were saved as a version.',
  undo: 'Undo',
  undone: 'Restore undone',
  same: { now: 'No changes', before: 'No changes in this version' },
  counts: {
    added: (n: number) => `${numberText(n)} added`,
    removed: (n: number) => `${numberText(n)} removed`,
    changed: (n: number) => `${numberText(n)} changed`,
  },
  unchanged: (count: number) =>
    counted(count, { one: '# unchanged line', other: '# unchanged lines' }),
  restyled: 'formatting changed',
  nextChange: 'Next change',
  previousChange: 'Previous change',
  changeAt: (at: number, total: number) => `${numberText(at)} of ${numberText(total)}`,
  done: 'done',
  toDo: 'to do',
} as const;
