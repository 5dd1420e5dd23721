/** Error messages of requests and event streams. */
export const sessionTexts = {
  signedOut: 'You’re signed out.',
} as const;

export const eventTexts = {
  someNotLoaded: 'Failed to load some sources',
} as const;
