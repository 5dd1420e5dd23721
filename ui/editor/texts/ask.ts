/**
 * Texts of questions to the assistant in the notes; `answers.ts` has those that the chat shares.
 * Sentences of the spec are used word for word.
 */
export const askTexts = {
  askAbout: 'Ask AI about this',
  placeholder: 'Ask about this',
  send: 'Ask',
  prompts: 'Suggested prompts',
  aboutClip: 'About this clip',
  aboutText: (text: string) => `About this text in my notes: “${text}”`,
  promptAbout: (title: string, text: string) => (text === '' ? title : `${title}: “${text}”`),
  elsewhere: 'Generating in another window…',
  notGenerated: 'Not generated yet. It will be when its author opens these notes.',
  networkError: 'network error',
  asked: 'Added to your notes',
  show: 'Show',
  noSource: {
    title: 'No Source found',
    text: "This source isn't currently available. It might have been moved or deleted from this thread.",
  },
  sure: {
    title: (what: string) => `Are you sure you want to delete this ${what}?`,
    action: 'Delete',
    text: "This removes it from the notes. Your sources don't change.",
  },
} as const;
