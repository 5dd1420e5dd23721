import { counted, numberText } from '#ui/kit/format.ts';

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
  versions: 'History of these notes',
} as const;
