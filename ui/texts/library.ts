import { counted, numberText } from './format.ts';

const sources = { one: '# source', other: '# sources' };
const many = (count: number): string => counted(count, sources);

export const libraryTexts = {
  title: 'Library', page: 'Library · Gloss',
  sources: 'Sources', count: many,
  matching: (count: number) => (count === 0 ? 'No source matches' : counted(count, { one: '# source matches', other: '# sources match' })),
  find: 'Filter sources', findPlaceholder: 'Filter by title or address',
  status: 'Status', anyStatus: 'Any status', statuses: { processing: 'Being read', ready: 'Ready', failed: 'Failed' },
  sort: 'Order', sorts: { newest: 'Newest first', oldest: 'Oldest first', title: 'By title', checked: 'Checked last' },
  failedTitle: 'The library could not be read', retry: 'Retry',
  noMatch: 'No source matches', noMatchText: 'Try other words, or fewer filters.',
  emptyTitle: 'Nothing here yet',
  emptyText: 'Every source you add to a thread is kept here, once, however many threads hold it. Import brings in many: bookmarks, feeds, or what you kept in another reader.',
  loading: 'The source is being loaded', gone: 'This source is not in your library any more.',
  select: (title: string) => `Select ${title}`, selectAll: 'Select all', unselectAll: 'Unselect all',
  original: 'Open the original', originalOf: (title: string) => `Open the original of ${title}`, retryOne: (title: string) => `Retry ${title}`,
  join: ' · ',
} as const;

/** What is done with the selected sources. */
export const manyTexts = {
  bar: 'Selected sources', selected: (count: number) => `${numberText(count)} selected`,
  selectMatching: (count: number) => `Select all ${numberText(count)}`, clear: 'Clear the selection', actions: 'Actions',
  thread: 'Add to a thread', newThread: 'New thread', noThread: 'There is no thread yet', threadTitle: 'Collected sources',
  refresh: 'Refresh now', schedule: 'Schedule', retry: 'Retry failed', tag: 'Tag', export: 'Export list', delete: 'Delete',
  exports: { csv: 'Table (CSV)', json: 'JSON, with tags and notes', links: 'Links, one a line' },
  scheduleTitle: 'How often to look for changes', scheduleText: (count: number) => `For ${many(count)}. An uploaded file stays as it is.`, set: 'Set',
  tagTitle: 'Tags', tagText: (count: number) => `For ${many(count)}`, tagAdd: 'Add tags', tagRemove: 'Remove tags', tagHint: 'Separated by commas', tagPlaceholder: 'to read, chemistry', apply: 'Apply',
  deleteTitle: (count: number) => `Delete ${many(count)}?`,
  deleteText: 'They leave every thread that holds them, and are no longer found or answered from. Notes and clips keep their words. This cannot be undone.',
  deleteAction: (count: number) => `Delete ${many(count)}`,
  running: {
    thread: 'Adding to the thread', refresh: 'Beginning to refresh', schedule: 'Scheduling', retry: 'Retrying', tag: 'Tagging', delete: 'Deleting', export: 'Collecting the list',
  },
  progress: (done: number, total: number) => `${numberText(done)} of ${numberText(total)}`,
  stop: 'Stop', goOn: 'Go on', close: 'Close',
  stopped: (done: number, total: number) => `Stopped after ${numberText(done)} of ${numberText(total)}.`,
  broke: (why: string) => `It could not go on: ${why}`,
  done: {
    thread: (count: number) => counted(count, { one: '# source is in the thread', other: '# sources are in the thread' }),
    refresh: (count: number) => counted(count, { one: '# source is being looked at again', other: '# sources are being looked at again' }),
    schedule: (count: number) => `${many(count)} scheduled`, retry: (count: number) => counted(count, { one: '# source is being read again', other: '# sources are being read again' }),
    tag: (count: number) => `${many(count)} tagged`, delete: (count: number) => `${many(count)} deleted`, export: (count: number) => `A list of ${many(count)} was saved`,
  },
  nothing: 'None of them failed, so there is nothing to retry.',
  left: (count: number) => counted(count, { one: '# source was left as it is', other: '# sources were left as they are' }),
  reason: (count: number, why: string) => `${numberText(count)} × ${why}`,
  openThread: 'Open the thread',
} as const;

/** One source by itself. */
export const sourceTexts = {
  page: (title: string | undefined) => (title ? `${title} · Gloss` : 'Gloss'), back: 'Library', toLibrary: 'To your library',
  absent: 'There is no such source', absentText: 'It may have been deleted from your library, or the link is not whole.', unread: 'This source could not be read', viewer: 'Source viewer', clipFirst: 'Add this source to a thread to keep clips of it.',
  similarBefore: 'Nearly the same text as ', similarAfter: ', which was here before.',
  views: 'View', source: 'Source', about: 'About', showAbout: 'Show what is known of this source', hideAbout: 'Hide what is known of this source',
  status: 'Status', ready: 'Ready', refreshing: 'Ready, and being looked at again', retry: 'Retry', delete: 'Delete from library',
  deleteTitle: (title: string) => `Delete “${title}”?`, deleteAction: 'Delete source', deleted: 'deleted successfully',
  kind: 'Kind', channel: 'Channel', site: 'Site', author: 'Author', length: 'Length', language: 'Language', added: 'Added', published: 'Published', saved: 'Saved elsewhere', transcript: 'Transcript', original: 'Original', folders: 'Folders', note: 'Note', passages: 'Highlights',
  pages: (count: number) => counted(count, { one: '# page', other: '# pages' }),
  transcripts: { people: 'Captions somebody wrote', automatic: 'Automatic captions of the site', speech: 'Recognised by Gloss', yours: 'Given by you' },
  tags: 'Tags', noTags: 'No tags yet', addTag: 'Add a tag', addTagPlaceholder: 'Add a tag…', removeTag: (tag: string) => `Remove the tag ${tag}`, tagFailed: (why: string) => `The tags are as they were: ${why}`,
  fresh: 'Versions and refresh', upload: 'An uploaded file has no address to look at again.',
  uses: 'Where it is used', threads: 'Threads that hold it', noThreads: 'No thread holds it yet.', places: 'What rests on its text', noPlaces: 'No clip, citation or highlight rests on it yet.',
  morePlaces: (count: number) => `and ${numberText(count)} more`,
  what: { clip: 'Clip', citation: 'Citation of an answer', highlight: 'Highlight' }, inThread: (title: string) => `in ${title}`, usesFailed: (why: string) => `What rests on it could not be read: ${why}`,
} as const;
