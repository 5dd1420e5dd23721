import { counted } from '#ui/kit/format.ts';

/** Signing out; loaded with its screen. */
export const signOutTexts = {
  page: 'Signed out',
  title: 'Some of your work is only in this browser',
  text: 'It hasn’t reached the server yet. Signing out will delete it.',
  notes: (changes: number) =>
    counted(changes, {
      one: '# unsynced change in your notes',
      other: '# unsynced changes in your notes',
    }),
  files: (count: number) => counted(count, { one: '# image', other: '# images' }),
  drafts: (count: number) => counted(count, { one: '# post draft', other: '# post drafts' }),
  waits: 'Open the notes to sync them. You’ll be signed out when everything is saved.',
  stay: 'Stay signed in',
  signOutAnyway: 'Sign out anyway',
  localTitle: 'You’re signed out of this browser',
  localText:
    'Your data was removed from this browser. The server couldn’t be reached; you’ll be signed out there when the connection is back.',
  again: 'Sign in again',
  checkFailed:
    'You’re still signed in. We couldn’t check for unsaved work. Reload the page and try again.',
} as const;
