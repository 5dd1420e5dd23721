/** Signing out; it comes with the screen that asks. */
const many = (count: number, one: string, more: string): string =>
  count === 1 ? one : `${count} ${more}`;
export const leavingTexts = {
  page: 'Signed out',
  title: 'Some of your work is only in this browser',
  text: 'The server has not got it yet. Signing out takes it away.',
  notes: (changes: number) => `${many(changes, 'One change', 'changes')} of notes`,
  files: (count: number) => many(count, 'One picture', 'pictures'),
  drafts: (count: number) => many(count, 'One draft of a post', 'drafts of posts'),
  waits: 'Open the notes to have them sent. Once all of it has arrived you are signed out.',
  stay: 'Stay signed in',
  lose: 'Sign out and lose it',
  untold: 'You are signed out of this browser',
  untoldText:
    'Nothing of you is kept here any more. The server could not be reached: it is told as soon as this page reaches it.',
  again: 'Sign in again',
  unseen:
    'You are still signed in: it could not be seen whether something would be lost. Reload the page and try again.',
} as const;
