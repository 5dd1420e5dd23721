import { counted, numberText } from '#ui/kit/format.ts';

const sources = { one: '# source', other: '# sources' };
const entries = { one: '# entry', other: '# entries' };

export const importTexts = {
  title: 'Imports',
  open: 'Import',
  latest: 'Show latest',
  all: (count: number) => `Show all ${numberText(count)}`,
  states: { running: 'Running', paused: 'Paused', cancelled: 'Cancelled', done: 'Done' },
  waitsFor: {
    network: 'No network. Resumes automatically.',
    disk_space: 'Waiting for disk space. Resumes automatically.',
  },
  join: ' · ',
  processed: (ready: number, total: number) =>
    `${numberText(ready)} of ${counted(total, sources)} processed`,
  there: (count: number) => `${numberText(count)} already added`,
  skipped: (count: number) => `${numberText(count)} skipped`,
  failed: (count: number) => `${numberText(count)} failed`,
  soon: 'less than a minute left',
  minutes: (count: number) =>
    `about ${counted(count, { one: '# minute', other: '# minutes' })} left`,
  hours: (count: number) => `about ${counted(count, { one: '# hour', other: '# hours' })} left`,
  bar: (name: string) => `Import of ${name}`,
  pace: (count: number) => `${numberText(count)} per minute`,
  pause: 'Pause',
  resume: 'Resume',
  cancel: 'Cancel',
  retry: (count: number) => `Retry ${numberText(count)} failed`,
  receipt: 'Receipt',
  cancelTitle: 'Cancel the rest of this import?',
  cancelText: (count: number) =>
    counted(count, {
      one: '# source hasn’t started and won’t be imported. Processed sources stay in your library.',
      other:
        '# sources haven’t started and won’t be imported. Processed sources stay in your library.',
    }),
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
  libraryOnly: 'Library only',
  another: 'Choose another',
  preview: 'Preview',
  start: (count: number) => `Import ${counted(count, sources)}`,
  nothing: 'Nothing to import',
  resumed: 'Continuing this import where it stopped.',
  choose: 'Choose a file',
  orDrop: 'or drop it here',
  reading: (name: string) => `Reading ${name}…`,
  file: 'Import file',
  formats:
    'Browser bookmarks, OPML, RSS, and exports of Pocket, Raindrop, Readwise, Instapaper, Pinboard, Karakeep, Linkwarden, Omnivore and wallabag.',
  paste: 'Or paste links',
  pastePlaceholder: 'Or paste links, one per line. A playlist, channel or feed adds its entries.',
  pasted: 'Pasted links',
  entries: (count: number) => counted(count, entries),
  show: 'Show entries',
  list: 'Import preview',
  all: 'All',
  verdicts: {
    new: 'New',
    listing: 'Its entries',
    known: 'In your library',
    repeated: 'Duplicate',
    bookmark: 'Bookmark',
    unreadable: 'Can’t be read',
  },
  verdict: (name: string, count: number) => `${name} ${numberText(count)}`,
  more: (count: number) => `and ${numberText(count)} more`,
  join: ' · ',
} as const;

export const receiptTexts = {
  title: 'Receipt',
  save: 'Save as file',
  failed: 'Couldn’t load the receipt',
  retry: 'Retry',
  none: 'No matching entries',
  more: 'Show more',
  lines: 'Entries',
  result: 'Result',
  all: 'All',
  states: {
    waiting: 'Waiting',
    running: 'Processing',
    added: 'Added',
    duplicate: 'Already added',
    skipped: 'Skipped',
    failed: 'Failed',
  },
  sameAs: (title: string) => `Same as ${title}`,
} as const;
