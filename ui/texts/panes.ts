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

/** Of a place asked for that cannot be shown; the product's own words, to the letter. */
export const placeAlerts = {
  notActive: 'timestamp is not from the active source',
  notYoutube: 'Not a youtube source',
  missing: 'source not found',
  gone: "This source isn't currently available. It might have been moved or deleted from this thread.",
  open: 'View source',
} as const;
