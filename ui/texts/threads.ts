import { counted } from './format.ts';

export const threadsTexts = {
  title: 'Threads', page: 'Threads · Gloss', new: 'New thread', list: 'Threads', retry: 'Retry', untitled: 'Untitled thread',
  failed: 'Your threads could not be read', firstTitle: 'Start your first thread', firstText: 'A thread holds what you read and watch on one question: videos, PDFs and pages, the answers drawn from them, and your notes.',
  find: 'Find a thread', clear: 'Clear', none: (text: string) => `No thread is called “${text}”`, noneText: 'Threads are found by their title here. What is in them is found by search.', searchAll: 'Search everything', more: 'Show more', found: (count: number, more: boolean) => (more ? `More than ${counted(count, threads)}` : counted(count, threads)),
  options: (title: string) => `Options for ${title}`, optionsShort: 'Options', rename: 'Rename', share: 'Share', delete: 'Delete', titleField: 'Thread title',
  deleted: 'deleted successfully', undo: 'Undo', deletedText: (title: string) => `“${title}”`,
  noSources: 'No sources', noSourcesYet: 'No sources yet', sources: (count: number) => counted(count, { one: '# source', other: '# sources' }), processing: (count: number) => `${counted(count, { other: '#' })} processing`, kind: (name: string, count: number) => `${name}: ${counted(count, { other: '#' })}`,
  shared: 'Shared with you', byLink: 'Anyone with the link can read',
} as const;
const threads = { one: '# thread', other: '# threads' };

export const shareTexts = {
  share: 'Share', title: (thread: string) => `Share “${thread}”`, close: 'Close',
  link: 'Anyone with the link can read', linkOn: 'Readers see sources, answers and notes, and change nothing.', linkOff: 'Now only those below can open this thread.', linkOffAlone: 'Now only you can open this thread.',
  copy: 'Copy link', copied: 'copied', copyFailed: 'The browser did not allow copying. The link is in the address bar.',
  people: 'People', list: 'People who can open this thread', you: 'You', owner: 'Owner', email: 'E-mail', role: 'Role', roleOf: (who: string) => `Role of ${who}`, roles: { viewer: 'Viewer', editor: 'Editor' }, rolesAbout: { viewer: 'reads and asks', editor: 'adds sources and writes in the notes too' },
  invite: 'Invite', inviting: 'Inviting…', wrongEmail: 'An e-mail address, as ada@example.org.', self: 'This thread is yours already.',
  invited: (email: string) => `A mail is on its way to ${email}.`, pending: (day: string) => `Invited ${day} · not opened yet`, remove: (who: string) => `Remove ${who}`, removed: (who: string) => `${who} can no longer open this thread.`, changed: 'Saved', failed: 'Who can open this thread could not be read', unverified: 'Confirm your own address before you invite others.',
} as const;

export const topBarTexts = {
  all: 'All threads', left: (count: number) => counted(count, { one: '# query left', other: '# queries left' }), jump: 'Jump to anything', jumpBy: (key: string) => `Jump to anything (${key})`, viewing: 'Read only', viewingLong: 'You read this thread; its notes and sources are changed by others.',
} as const;

export const syncTexts = {
  connecting: { text: 'Opening', long: 'The notes are being opened.' },
  saving: { text: 'Saving', long: 'Your last words are on their way to the server.' },
  synced: { text: 'Synced', long: 'Everything you wrote is on the server’s disk.' },
  offline: { text: 'Offline', long: 'The server cannot be reached. What you write is kept here and sent as soon as it can be.' },
  failed: { text: 'Sync failed', long: 'The server could not keep your last words. They are kept here and tried again.' },
} as const;

export const workspaceTexts = {
  page: (title: string | undefined) => (title ? `${title} · Gloss` : 'Gloss'), panes: { source: 'Source', notes: 'Notes', ask: 'Ask' }, panesLabel: 'Panes',
  answerAdded: 'Added to your notes', clipAdded: 'Clip saved to your notes', clipNot: 'Only whoever may change this thread can keep clips in its notes.', notesClosed: 'The notes are not open yet. Try again in a moment.', show: 'Show', notesWide: 'Kept here. On a wide screen it can be put into your notes.',
  addSource: 'Add source', firstSource: 'Add your first source', sources: 'Thread sources', viewer: 'Source viewer', noSource: 'No source selected', noSourceText: 'Videos, PDFs and pages open here, beside your notes.',
  gone: 'There is no such thread', goneText: 'It may have been deleted, or it is not shared with you.', failed: 'This thread could not be read', toThreads: 'To your threads', retry: 'Retry',
  closed: 'Sign in to open this thread', closedText: 'It is not open to everybody. If it was shared with you, sign in with the address that was invited.',
} as const;
