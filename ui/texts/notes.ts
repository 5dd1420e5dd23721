import { counted, numberText } from './format.ts';

/** What the notes say of themselves: how safe they are, who is here, and what they were. */
export const notesTexts = {
  region: 'Notes',
  sync: {
    connecting: 'opening',
    synced: 'synced',
    failed: 'sync failed',
    savedHere: 'saved here',
    saving: 'saving',
    offline: 'offline',
  },
  unsent: (count: number) =>
    counted(count, { one: 'offline, # change', other: 'offline, # changes' }),
  kept: ', kept in this browser',
  notKept: ', not kept in this browser',
  refused: {
    forbidden: 'You may not open these notes. Ask the owner of the thread for access.',
    unreadable:
      'The server could not read these notes. They are not lost; it is tried again every few seconds.',
    crowded: 'Too many people have these notes open. It is tried again every few seconds.',
  },
  damaged:
    'A part of these notes could not be read from the server’s disk. The rest is here, and the damaged part is kept.',
  dismiss: 'Dismiss',
  rejected: {
    invalid:
      'Your latest change couldn’t be saved because it’s outside of what notes can hold. Download a copy of what you see here, or discard your unsynced changes to keep editing.',
    full: 'These notes have reached their maximum size, so your latest changes couldn’t be saved. Download a copy of what you see here, or discard your unsynced changes to keep editing.',
  },
  saveCopy: 'Download a copy',
  copyName: 'notes.md',
  discard: 'Discard unsynced changes',
  stale:
    'Gloss was renewed since this page was opened. You can read on; reload to edit. Nothing you wrote is lost.',
  reload: 'Reload to edit',
  here: 'Also here',
  reader: 'Reader',
  more: (count: number) => `+${numberText(count)}`,
} as const;

const words = { one: '# word', other: '# words' };

/** The versions of the notes. */
export const versionTexts = {
  open: 'History of these notes',
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
