import { counted, numberText } from '#ui/kit/format.ts';

/** Texts of the notes: their sync state, who is here, and their history. */
export const notesTexts = {
  region: 'Notes',
  edit: 'Edit notes',
  endEditing: 'Done',
  sync: {
    connecting: 'Opening…',
    synced: 'Synced',
    failed: 'Sync failed',
    savedHere: 'Saved in this browser',
    saving: 'Saving…',
    offline: 'Offline',
  },
  unsynced: {
    saved: (count: number) =>
      counted(count, {
        one: '# unsynced change, saved in this browser',
        other: '# unsynced changes, saved in this browser',
      }),
    notSaved: (count: number) =>
      counted(count, {
        one: '# unsynced change, not saved in this browser',
        other: '# unsynced changes, not saved in this browser',
      }),
  },
  join: ' · ',
  refused: {
    forbidden: "You don't have access to these notes. Ask the thread's owner for access.",
    unreadable:
      "The server couldn't read these notes. They aren't lost, and Gloss retries every few seconds.",
    crowded: 'Too many people have these notes open. Gloss retries every few seconds.',
  },
  damaged:
    "Part of these notes couldn't be read from the server's disk. Everything else is here, and the damaged part was set aside.",
  dismiss: 'Dismiss',
  rejected: {
    invalid:
      "Notes can't hold your latest change, so it couldn't be saved. Download a copy of what you see here, or discard your unsynced changes to keep editing.",
    full: "These notes have reached their maximum size, so your latest changes couldn't be saved. Download a copy of what you see here, or discard your unsynced changes to keep editing.",
  },
  saveCopy: 'Download a copy',
  copyName: 'notes.md',
  discard: 'Discard unsynced changes',
  stale: 'Gloss was updated. Reload to keep editing. Nothing you wrote is lost.',
  reload: 'Reload to edit',
  here: 'Also here',
  reader: 'Reader',
  more: (count: number) => `+${numberText(count)}`,
  versions: 'Version history',
} as const;
