import { counted } from '#ui/kit/format.ts';

export const threadsTexts = {
  title: 'Threads',
  page: 'Threads · Gloss',
  new: 'New thread',
  list: 'Threads',
  retry: 'Retry',
  failed: 'Your threads could not be read',
  firstTitle: 'Start your first thread',
  firstText:
    'A thread holds what you read and watch on one question: videos, PDFs and pages, the answers drawn from them, and your notes.',
  find: 'Find a thread',
  clear: 'Clear',
  none: (text: string) => `No thread is called “${text}”`,
  noneText: 'Threads are found by their title here. What is in them is found by search.',
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
  left: 'You have left the thread.',
  sureToLeave: {
    title: 'Leave this thread?',
    text: 'It goes from your list, and you can open it again only when its owner invites you anew. What you wrote in it stays.',
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
  export: 'Export …',
} as const;
const threads = { one: '# thread', other: '# threads' };

/** Sharing, as far as the cards and the top bar show it. */
export const linkTexts = {
  copied: 'copied',
  copyFailed: 'The browser did not allow copying. The link is in the address bar.',
  access: 'Your access',
} as const;
