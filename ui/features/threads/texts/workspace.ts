/** Texts of the workspace's frame; part of the first load. */
import { counted } from '#ui/kit/format.ts';

export const threadTexts = { titleField: 'Thread title', untitled: 'Untitled thread' } as const;

export const topBarTexts = {
  all: 'All threads',
  share: 'Share',
  left: (count: number) => counted(count, { one: '# query left', other: '# queries left' }),
  jump: 'Search or jump to…',
  viewing: 'Read only',
  viewingLong: 'You can view this thread but not edit it.',
} as const;

export const skipTexts = {
  source: 'Skip to source',
  notes: 'Skip to notes',
  question: 'Skip to question',
} as const;

export const syncTexts = {
  connecting: { text: 'Opening…', long: 'Opening the notes…' },
  saving: { text: 'Saving…', long: 'Saving your latest changes…' },
  synced: { text: 'Synced', long: 'Everything you wrote is on the server’s disk.' },
  offline: {
    text: 'Offline',
    long: 'Couldn’t reach the server. Your changes are stored here and sync when you’re back online.',
  },
  failed: {
    text: 'Sync failed',
    long: 'Your latest changes couldn’t be saved. They’re stored here and will be sent again.',
  },
} as const;
export const syncHeld = (count: number) =>
  counted(count, { one: '# unsynced change', other: '# unsynced changes' });

export const stripBarTexts = {
  sources: 'Thread sources',
  fold: 'Fold sources',
  unfold: 'Unfold sources',
} as const;

export const paneButtonTexts = {
  hideSource: 'Hide source',
  showSource: 'Show source',
  hideNotes: 'Hide notes and answers',
  showNotes: 'Show notes and answers',
  focus: 'Focus mode',
} as const;

export const workspaceTexts = {
  page: (title: string | undefined) => (title ? `${title} · Gloss` : 'Gloss'),
  panes: { source: 'Source', notes: 'Notes', ask: 'Ask' },
  panesLabel: 'Panes',
  split: 'Source width',
  tabs: 'Notes and answers',
  answers: 'Answers',
  answerAdded: 'Added to your notes',
  clipAdded: 'Clip saved to your notes',
  notesClosed: 'The notes aren’t open yet. Try again in a moment.',
  show: 'Show',
  addSource: 'Add source',
  firstSource: 'Add your first source',
  viewer: 'Source viewer',
  noSource: 'No source selected',
  noSourceText: 'Videos, PDFs and pages open here, beside your notes.',
  gone: 'Thread not found',
  goneText: 'It may have been deleted, or it isn’t shared with you.',
  failed: 'Couldn’t load this thread',
  toThreads: 'Go to your threads',
  retry: 'Retry',
  closed: 'Sign in to open this thread',
  closedText: 'If it was shared with you, sign in with the email that was invited.',
} as const;
