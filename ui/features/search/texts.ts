import { counted, numberText } from '#ui/kit/format.ts';

const passages = { one: '# passage', other: '# passages' };

export const searchTexts = {
  title: 'Search',
  page: (q: string) => (q ? `${q} · Search · Gloss` : 'Search · Gloss'),
  field: 'Search your sources, notes and answers',
  placeholder: 'Words from anything you have read, watched or written',
  where: 'Where',
  everything: 'All',
  sources: 'Sources',
  notes: 'Notes',
  answers: 'Answers',
  posts: 'Posts',
  emptyTitle: 'Find the passage, not the file',
  emptyText:
    'Search looks inside every transcript, PDF and page, and in your own notes, clips and answers. It opens the very second, page or paragraph.',
  failed: 'The search failed',
  retry: 'Retry',
  nothing: 'Nothing found',
  nothingFor: (q: string) => `Nothing found for “${q}”`,
  tryWide: 'Try fewer words, or look everywhere.',
  tryOther: 'Try fewer words, or another spelling.',
  everywhere: 'Search everywhere',
  passages: 'Passages',
  own: 'Your notes, clips and answers',
  ownList: 'Notes, clips and answers',
  yourSources: 'Your sources',
  all: (count: number) => `Show all ${numberText(count)}`,
  foundPassages: (count: number, most: number) =>
    count >= most ? `${numberText(most)} best passages` : counted(count, passages),
  foundOwn: (count: number) => `${numberText(count)} of your own`,
  kinds: { clip: 'Clip', note: 'Note', answer: 'Answer', post: 'Post' },
  kindAt: (kind: string, place: string) => `${kind}, ${place}`,
} as const;
