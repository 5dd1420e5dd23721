import { FILES_IN_WORDS } from '#core/kinds.ts';
import { counted, numberText } from '#ui/kit/format.ts';

const many = (count: number): string => counted(count, { one: '# source', other: '# sources' });

/** Of adding sources to a thread; loaded with its dialog. */
export const addTexts = {
  title: 'Add source',
  text: 'Videos, PDFs and web pages become one readable, citable thread.',
  field: 'Paste links or search your sources',
  hint: 'One link a line. Shift + Enter starts a new line.',
  add: 'Add',
  choose: `Choose ${FILES_IN_WORDS.plural}`,
  orDrop: ' or drop them here',
  files: `${FILES_IN_WORDS.or} files`,
  wrongFile: `Only ${FILES_IN_WORDS.or} files can be added here. For a page or a video, paste its link.`,
  list: 'Ready to add',
  notLink: 'This is not a link, so it is not added.',
  leaveOut: (name: string) => `Leave out ${name}`,
  cancelUpload: (name: string) => `Cancel the upload of ${name}`,
  more: (count: number) => `and ${counted(count, { one: '# more', other: '# more' })}`,
  count: many,
  uploading: (done: number, of: number) => `Uploading ${numberText(done)} of ${numberText(of)}`,
  adding: 'Adding…',
  percent: (share: number) => `${numberText(Math.round(share * 100))} %`,
  uploadOf: (name: string) => `Upload of ${name}`,
  failed: 'Failed to add sources to thread',
  there: (title: string) => `“${title}” is already in this thread.`,
  thereMany: (count: number) =>
    counted(count, {
      one: '# source is already in this thread.',
      other: '# sources are already in this thread.',
    }),
  open: 'Open',
  unreached: 'The server could not be reached. Nothing is lost: press Add again.',
  yours: 'Sources you already have',
  inLibrary: 'In your library',
  lately: 'Lately in your library',
  noMatch: (query: string) =>
    `No source matches “${query}”. To add a page or a video, paste its full link.`,
  join: ' · ',
  searching: 'Searching your sources',
} as const;
