/**
 * What the parts of a thread's screen say in place of what they cannot show. Loaded with the first
 * of it, so it is small.
 */
export const paneTexts = {
  retry: 'Retry',
  source: {
    title: 'This source could not be shown.',
    text: 'Something in its viewer broke. Your notes and the rest of the thread are as they were.',
  },
  notes: { title: 'The notes could not be shown.', text: 'What you wrote is kept.' },
  answers: {
    title: 'The answers could not be shown.',
    text: 'They are kept, and the rest of the thread is as it was.',
  },
} as const;

/** In place of a part whose code is still to be loaded. */
export const partTexts = {
  away: 'Connection lost. This loads by itself once the server can be reached.',
  notLoaded: 'Connection lost. Try again once the server can be reached.',
} as const;
