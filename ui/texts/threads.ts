import { counted } from './format.ts';

export const threadsTexts = {
  title: 'Threads', page: 'Threads · Gloss', new: 'New thread', list: 'Threads', retry: 'Retry',
  failed: 'Your threads could not be read', firstTitle: 'Start your first thread', firstText: 'A thread holds what you read and watch on one question: videos, PDFs and pages, the answers drawn from them, and your notes.',
  find: 'Find a thread', clear: 'Clear', none: (text: string) => `No thread is called “${text}”`, noneText: 'Threads are found by their title here. What is in them is found by search.', searchAll: 'Search everything', found: (count: number, more: boolean) => (more ? `More than ${counted(count, threads)}` : counted(count, threads)),
  options: (title: string) => `Options for ${title}`, optionsShort: 'Options', rename: 'Rename', share: 'Share', delete: 'Delete', copyLink: 'Copy link',
  leave: 'Leave thread', left: 'You have left the thread.', sureToLeave: { title: 'Leave this thread?', text: 'It goes from your list, and you can open it again only when its owner invites you anew. What you wrote in it stays.', action: 'Leave' },
  deleted: 'deleted successfully', undo: 'Undo',
  noSources: 'No sources', noSourcesYet: 'No sources yet', sources: (count: number) => counted(count, { one: '# source', other: '# sources' }), processing: (count: number) => `${counted(count, { other: '#' })} processing`, kind: (name: string, count: number) => `${name}: ${counted(count, { other: '#' })}`,
  shared: 'Shared with you', byLink: 'Anyone with the link can read',
} as const;
const threads = { one: '# thread', other: '# threads' };

export const shareTexts = {
  title: (thread: string) => `Share “${thread}”`,
  link: 'Anyone with the link can read', linkOn: 'Readers see sources and notes with the answers, and change nothing.', linkOff: 'Now only those below can open this thread.', linkOffAlone: 'Now only you can open this thread.',
  copy: 'Copy link', copied: 'copied', copyFailed: 'The browser did not allow copying. The link is in the address bar.',
  people: 'People', list: 'People who can open this thread', you: 'You', owner: 'Owner', email: 'E-mail', role: 'Role', roleOf: (who: string) => `Role of ${who}`, roles: { viewer: 'Viewer', editor: 'Editor' }, rolesAbout: { viewer: 'reads and asks', editor: 'adds sources and writes in the notes too' },
  invite: 'Invite', inviting: 'Inviting…', wrongEmail: 'An e-mail address, as ada@example.org.', self: 'This thread is yours already.',
  invited: (email: string) => `A mail is on its way to ${email}.`, pending: (day: string) => `Invited ${day} · not opened yet`, remove: (who: string) => `Remove ${who}`, removed: (who: string) => `${who} can no longer open this thread.`, changed: 'Saved', failed: 'Who can open this thread could not be read', unverified: 'Confirm your own address before you invite others.',
  access: 'Your access', invitedAs: { viewer: 'You are invited as a viewer: you read and ask.', editor: 'You are invited as an editor: you add sources and write in the notes too.' },
} as const;
