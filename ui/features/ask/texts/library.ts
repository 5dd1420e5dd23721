/** Texts of a question to the library, loaded with it. */
export const libraryAskTexts = {
  title: 'Ask your library',
  answer: 'Answer from your library',
  field: 'Ask a question',
  send: 'Send',
  close: 'Close',
} as const;
