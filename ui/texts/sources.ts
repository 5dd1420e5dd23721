/** What is said of sources in a thread. Sentences of the specification are its own, to the letter. */
export const sourceTexts = {
  someNotLoaded: 'Failed to load some sources',
} as const;
