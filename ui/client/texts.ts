/** What calls to the server and its events report. */
export const sessionTexts = {
  signedOut: 'You’re signed out.',
} as const;

export const eventTexts = {
  someNotLoaded: 'Failed to load some sources',
} as const;
