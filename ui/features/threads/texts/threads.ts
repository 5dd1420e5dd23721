import { counted } from '#ui/kit/format.ts';

export const threadsTexts = {
  title: 'Threads',
  page: 'Threads · Gloss',
  new: 'New thread',
  list: 'Threads',
  retry: 'Retry',
  failed: 'Couldn’t load your threads',
  firstTitle: 'Start your first thread',
  firstText:
    'A thread brings together videos, PDFs and web pages on one topic, with cited answers and your notes.',
  find: 'Find a thread',
  clear: 'Clear',
  none: (text: string) => `No threads match “${text}”`,
  noneText: 'This filters by title. Search looks inside.',
  searchAll: 'Search everything',
  found: (count: number, more: boolean) =>
    more ? `More than ${counted(count, threads)}` : counted(count, threads),
  options: (title: string) => `Options for ${title}`,
  optionsShort: 'Options',
  rename: 'Rename',
  share: 'Share',
  delete: 'Delete',
  copyLink: 'Copy link',
  leave: 'Leave thread',
  left: 'You left the thread.',
  sureToLeave: {
    title: 'Leave this thread?',
    text: 'It disappears from your list, and you can’t open it until its owner invites you again. What you wrote stays in it.',
    action: 'Leave',
  },
  deleted: 'deleted successfully',
  undo: 'Undo',
  noSources: 'No sources',
  noSourcesYet: 'No sources yet',
  sources: (count: number) => counted(count, { one: '# source', other: '# sources' }),
  processing: (count: number) => `${counted(count, { other: '#' })} processing`,
  kind: (name: string, count: number) => `${name}: ${counted(count, { other: '#' })}`,
  shared: 'Shared with you',
  byLink: 'Anyone with the link can read',
  export: 'Export…',
} as const;
const threads = { one: '# thread', other: '# threads' };

/** Sharing texts of the cards and the top bar. */
export const linkTexts = {
  copied: 'copied',
  copyFailed: 'Your browser didn’t allow copying. Copy the link from the address bar.',
  access: 'Your access',
} as const;
