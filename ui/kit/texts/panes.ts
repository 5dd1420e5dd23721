/**
 * Shown in place of a failed part of a thread's screen. Small, because it is part of the first
 * load.
 */
export const paneTexts = {
  retry: 'Retry',
  source: {
    title: 'Couldn’t show this source',
    text: 'Something went wrong in its viewer. Your notes and the rest of the thread still work.',
  },
  notes: { title: 'Couldn’t show the notes', text: 'Everything you wrote is saved.' },
  answers: {
    title: 'Couldn’t show the answers',
    text: 'They’re saved, and the rest of the thread still works.',
  },
} as const;

/** Shown when the code of a part can't be loaded. */
export const partTexts = {
  away: 'Connection lost. This loads when the connection is back.',
  notLoaded: 'Connection lost. Try again when the connection is back.',
} as const;
