/** What the frame of a thread's screen says; it comes with the first load. */
import { counted } from '#ui/kit/format.ts';

export const threadTexts = { titleField: 'Thread title', untitled: 'Untitled thread' } as const;

export const topBarTexts = {
  all: 'All threads',
  share: 'Share',
  left: (count: number) => counted(count, { one: '# query left', other: '# queries left' }),
  jump: 'Jump to anything',
  viewing: 'Read only',
  viewingLong: 'You can view this thread but not edit it.',
} as const;

export const skipTexts = {
  source: 'Skip to source',
  notes: 'Skip to notes',
  question: 'Skip to question',
} as const;

export const syncTexts = {
  connecting: { text: 'Opening', long: 'The notes are being opened.' },
  saving: { text: 'Saving', long: 'Saving your latest changes…' },
  synced: { text: 'Synced', long: 'Everything you wrote is on the server’s disk.' },
  offline: {
    text: 'Offline',
    long: 'The server cannot be reached. What you write is kept here and sent as soon as it can be.',
  },
  failed: {
    text: 'Sync failed',
    long: 'Your latest changes couldn’t be saved. They stay here and are sent again.',
  },
} as const;
export const syncHeld = (count: number) =>
  counted(count, { one: '# change waits', other: '# changes wait' });

export const workspaceTexts = {
  page: (title: string | undefined) => (title ? `${title} · Gloss` : 'Gloss'),
  panes: { source: 'Source', notes: 'Notes', ask: 'Ask' },
  panesLabel: 'Panes',
  split: 'Width of the source',
  tabs: 'Notes and answers',
  answers: 'Answers',
  answerAdded: 'Added to your notes',
  clipAdded: 'Clip saved to your notes',
  clipNot: 'Only editors can save clips',
  notesClosed: 'The notes are not open yet. Try again in a moment.',
  show: 'Show',
  notesWide: 'Open on a larger screen to add it to your notes',
  addSource: 'Add source',
  firstSource: 'Add your first source',
  sources: 'Thread sources',
  viewer: 'Source viewer',
  noSource: 'No source selected',
  noSourceText: 'Videos, PDFs and pages open here, beside your notes.',
  gone: 'There is no such thread',
  goneText: 'It may have been deleted, or it is not shared with you.',
  failed: 'This thread could not be read',
  toThreads: 'To your threads',
  retry: 'Retry',
  closed: 'Sign in to open this thread',
  closedText: 'If it was shared with you, sign in with the invited address.',
} as const;
