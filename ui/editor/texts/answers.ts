/**
 * Texts of answers, in the chat and in the notes; part of the first load. Sentences of the spec are
 * used word for word.
 */
import { counted } from '#ui/kit/format.ts';

export const answerTexts = {
  gloss: 'Gloss AI',
  region: 'Answers',
  to: (question: string) => `Answer to: ${question}`,
  referring: (count: number) =>
    `Referring ${counted(count, { one: '# source', other: '# sources' })}`,
  answering: 'Answering the question',
  away: "Can't reach the server. Retrying…",
  unsentOffline: "You're offline. Your question will be sent when you're back.",
  unsent: "Can't reach the server. Your question will be sent when it's back.",
  offline: 'Offline assistant: sentences taken from your sources',
  cut: 'The connection was lost before the answer was finished. The part above was saved.',
  stopped: 'You stopped this answer.',
  failed: 'something went wrong, please try again',
  insert: 'Insert into notes',
  copy: 'Copy',
  retry: 'Retry',
  remove: 'Delete response',
  dismiss: 'Dismiss',
  copied: 'copied',
  notCopied: 'Your browser blocked copying. Select the text and copy it manually.',
  deleted: 'deleted successfully',
  good: 'Good answer',
  bad: 'Bad answer',
  thanks: { like: 'Glad you liked it!', dislike: 'Thanks for letting us know!' },
  thankYou: 'Thank you for your feedback!',
  notLoadedTitle: "Couldn't load the answers",
  notLoadedText: 'The connection to the server was lost.',
  firstTitle: 'Ask your sources',
  firstText:
    'Answers come from the sources you select. Every claim has a numbered citation; click it to open the passage.',
  toNewest: 'Jump to newest answer',
  sure: {
    title: 'Are you sure you want to delete this response?',
    action: 'Delete',
    text: 'This deletes the question and its answer. Anything you added to your notes stays there.',
  },
  stop: 'Stop',
  skip: 'Skip',
  settingUp: 'Setting up your source...',
  selectSources: 'Select at least one source',
} as const;
