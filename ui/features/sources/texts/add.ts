import { FILES_IN_WORDS } from '#core/kinds.ts';
import { counted, numberText, percentText } from '#ui/kit/format.ts';

const many = (count: number): string => counted(count, { one: '# source', other: '# sources' });

/** Texts of the dialog that adds sources, loaded with it. */
export const addTexts = {
  title: 'Add source',
  text: 'Add videos, PDFs and web pages to this thread.',
  field: 'Paste links or search your sources',
  hint: 'One link per line. Shift+Enter adds a new line.',
  add: 'Add',
  choose: `Choose ${FILES_IN_WORDS.and} files`,
  orDrop: ' or drop them here',
  files: `${FILES_IN_WORDS.or} files`,
  wrongFile: `You can add ${FILES_IN_WORDS.or} files here. For a page or a video, paste its link.`,
  list: 'Ready to add',
  notLink: "Not a link, so it won't be added",
  remove: (name: string) => `Remove ${name}`,
  cancelUpload: (name: string) => `Cancel upload of ${name}`,
  more: (count: number) => `and ${counted(count, { one: '# more', other: '# more' })}`,
  count: many,
  uploading: (done: number, of: number) => `Uploading ${numberText(done)} of ${numberText(of)}`,
  adding: 'Adding…',
  percent: percentText,
  uploadOf: (name: string) => `Upload of ${name}`,
  failed: 'Failed to add sources to thread',
  duplicate: (title: string) => `“${title}” is already in this thread.`,
  duplicates: (count: number) =>
    counted(count, {
      one: '# source is already in this thread.',
      other: '# sources are already in this thread.',
    }),
  open: 'Open',
  unreached: "Couldn't reach the server. Nothing was lost; press Add to try again.",
  yours: 'Sources you already have',
  inLibrary: 'In your library',
  recent: 'Recently added',
  noMatch: 'No matching source. Paste a full link to add a page or a video.',
  join: ' · ',
  searching: 'Searching your sources…',
} as const;
