/**
 * What is said around questions to the assistant in the notes; what is said beside them too is in
 * `answers.ts`. The product's own sentences stand to the letter.
 */
export const askTexts = {
  askAbout: 'Ask AI about this',
  placeholder: 'Ask about this',
  send: 'Ask',
  prompts: 'Suggested prompts',
  aboutClip: 'About this clip',
  aboutWords: (words: string) => `About these words of my notes: “${words}”`,
  promptOf: (title: string, words: string) => (words === '' ? title : `${title}: “${words}”`),
  elsewhere: 'It is being written in another window.',
  unasked: 'It was not made yet. Whoever asked for it has it made when they open these notes.',
  networkError: 'network error',
  asked: 'Asked in your notes',
  show: 'Show',
  noSource: {
    title: 'No Source found',
    text: "This source isn't currently available. It might have been moved or deleted from this thread.",
  },
  sure: {
    title: (what: string) => `Are you sure you want to delete this ${what}?`,
    action: 'Delete',
    text: 'It is taken out of the notes. What it cites stays in your sources.',
  },
} as const;
