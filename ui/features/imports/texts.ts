import { counted, numberText } from '#ui/kit/format.ts';

const sources = { one: '# source', other: '# sources' };
const lines = { one: '# line', other: '# lines' };

export const importTexts = {
  title: 'Imports',
  open: 'Import',
  latest: 'Show the latest',
  all: (count: number) => `Show all ${numberText(count)}`,
  states: { running: 'Running', paused: 'Paused', cancelled: 'Cancelled', done: 'Done' },
  waitsFor: {
    network: 'No network. Resumes automatically.',
    disk_space: 'Waiting for disk space. Resumes automatically.',
  },
  join: ' · ',
  read: (ready: number, total: number) => `${numberText(ready)} of ${counted(total, sources)} read`,
  there: (count: number) => `${numberText(count)} already there`,
  skipped: (count: number) => `${numberText(count)} skipped`,
  failed: (count: number) => `${numberText(count)} failed`,
  soon: 'less than a minute left',
  minutes: (count: number) =>
    `about ${counted(count, { one: '# minute', other: '# minutes' })} left`,
  hours: (count: number) => `about ${counted(count, { one: '# hour', other: '# hours' })} left`,
  bar: (name: string) => `Import of ${name}`,
  pace: (count: number) => `${numberText(count)} a minute`,
  pause: 'Pause',
  resume: 'Resume',
  cancel: 'Cancel',
  retry: (count: number) => `Retry ${numberText(count)} failed`,
  receipt: 'Receipt',
  cancelTitle: 'Cancel the rest of this import?',
  cancelText: (count: number) =>
    `${numberText(count)} that have not begun are left out. What was read stays in your library.`,
  cancelAction: 'Cancel the rest',
  sites: 'Sites',
  files: 'files',
  siteCount: (done: number, total: number) => `${numberText(done)} / ${numberText(total)}`,
  waits: (time: string) => `waits until ${time}`,
} as const;

export const importDialogTexts = {
  title: 'Import sources',
  text: 'Bookmarks, feeds and the exports of other readers, with their titles, tags, folders and highlights.',
  into: 'Into',
  thread: 'Thread',
  libraryAlone: 'the library alone',
  another: 'Choose another',
  look: 'Look at it',
  start: (count: number) => `Import ${counted(count, sources)}`,
  nothing: 'Nothing to import',
  resumed: 'This import was begun before; it goes on.',
  choose: 'Choose a file',
  orDrop: ' or drop it here',
  reading: (name: string) => `Reading ${name}…`,
  file: 'Import file',
  formats:
    'Browser bookmarks, OPML, RSS, and exports of Pocket, Raindrop, Readwise, Instapaper, Pinboard, Karakeep, Linkwarden, Omnivore and wallabag.',
  paste: 'Or paste links',
  pastePlaceholder:
    'Or paste links, one a line; a playlist, a channel or a feed brings its entries',
  pasted: 'Pasted links',
  with: (count: number) => `with ${counted(count, lines)}`,
  would: 'What would become of it',
  list: 'What would be imported',
  all: 'All',
  verdicts: {
    new: 'New',
    listing: 'Its entries',
    known: 'In your library',
    repeated: 'Twice here',
    unreadable: 'Cannot be read',
  },
  verdict: (name: string, count: number) => `${name} ${numberText(count)}`,
  more: (count: number) => `and ${numberText(count)} more`,
  join: ' · ',
} as const;

export const receiptTexts = {
  title: 'Receipt',
  save: 'Save as a file',
  failed: 'The receipt could not be read',
  retry: 'Retry',
  none: 'No line of this kind.',
  more: 'Show more',
  lines: 'Lines',
  what: 'What became of it',
  all: 'All',
  states: {
    waiting: 'Waiting',
    running: 'Reading',
    added: 'Added',
    duplicate: 'Already there',
    skipped: 'Skipped',
    failed: 'Failed',
  },
  sameAs: (title: string) => `The same as ${title}`,
} as const;
