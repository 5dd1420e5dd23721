/**
 * What answers say, in the chat and in blocks of the notes; it comes with the first load. The product's own
 * sentences stand to the letter.
 */
import { counted } from '#ui/kit/format.ts';

export const answerTexts = {
  gloss: 'Gloss AI',
  region: 'Answers',
  to: (question: string) => `Answer to: ${question}`,
  referring: (count: number) =>
    `Referring ${counted(count, { one: '# source', other: '# sources' })}`,
  answering: 'Answering the question',
  away: 'The server cannot be reached. It is tried again by itself.',
  unsentOffline: "You're offline. Your question will be sent when you're back.",
  unsent: "Can't reach the server. Your question will be sent when it's back.",
  offline: 'Offline assistant: sentences taken from your sources',
  cut: 'The connection was lost while the answer was being written. What had arrived is kept.',
  stopped: 'You stopped this answer.',
  failed: 'something went wrong, please try again',
  insert: 'Insert into notes',
  copy: 'Copy',
  retry: 'Retry',
  remove: 'Delete response',
  dismiss: 'Dismiss',
  copied: 'copied',
  notCopied: 'The browser did not allow copying. Select the text and copy it by hand.',
  deleted: 'deleted successfully',
  good: 'Good answer',
  bad: 'Bad answer',
  thanks: { like: 'Glad you liked it!', dislike: 'Thanks for letting us know!' },
  thankYou: 'Thank you for your feedback!',
  unreadTitle: 'The answers could not be read',
  unreadText: 'The connection to the server was lost.',
  firstTitle: 'Ask your sources',
  firstText:
    'Answers come from the sources you select, and every claim carries a number. Press it to open the very passage.',
  toNewest: 'To the newest answer',
  sure: {
    title: 'Are you sure you want to delete this response?',
    action: 'Delete',
    text: 'The question and its answer are deleted. What you put into your notes stays there.',
  },
  stop: 'Stop',
  skip: 'Skip',
  settingUp: 'Setting up your source...',
  selectSources: 'Select at least one source',
} as const;
