import { FILES_IN_WORDS } from '#core/kinds.ts';
import { counted, percentText } from '#ui/kit/format.ts';

export const homeTexts = {
  title: 'Home',
  box: 'Paste a link, drop files or ask your library',
  files: `Choose ${FILES_IN_WORDS.and} files`,
  fileInput: `${FILES_IN_WORDS.or} files`,
  added: 'Ready to add',
  remove: (name: string) => `Remove ${name}`,
  into: 'Add to',
  newThread: 'New thread',
  add: 'Add',
  addMany: (count: number) => counted(count, { one: 'Add # source', other: 'Add # sources' }),
  adding: 'Adding…',
  ask: 'Ask',
  drop: 'Drop files to add them',
  reading: 'Continue reading',
  progress: (share: number) => `${percentText(share)} read`,
  recent: 'Recent clips and answers',
  noneRecent: 'Clips you save and answers you get in threads appear here.',
  kinds: { clip: 'Clip', answer: 'Answer' },
  join: ' · ',
} as const;
