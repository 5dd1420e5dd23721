import type { OwnField } from '#core/contract/search.ts';
import type { SourceState } from '#core/contract/source.ts';
import type { SearchOperator } from '#core/text/search-query.ts';
import { counted, numberText } from '#ui/kit/format.ts';

const sources = { one: '# source', other: '# sources' };
const passages = { one: '# passage', other: '# passages' };

export const searchTexts = {
  title: 'Search',
  page: (q: string) => (q ? `${q} · Search · Gloss` : 'Search · Gloss'),
  field: 'Search your sources, notes and answers',
  placeholder: 'Search anything you’ve read, watched or written',
  where: 'Where',
  everything: 'All',
  sources: 'Sources',
  notes: 'Notes',
  answers: 'Answers',
  posts: 'Posts',
  emptyTitle: 'Find the passage, not the file',
  emptyText:
    'Search looks inside every transcript, PDF and web page, and in your notes, clips and answers. Results open at the exact second, page or paragraph.',
  failed: 'Search failed',
  retry: 'Retry',
  nothing: 'No results',
  nothingFor: (q: string) => `No results for “${q}”`,
  tryWide: 'Try fewer keywords, or search everywhere.',
  tryOther: 'Try fewer keywords or another spelling.',
  everywhere: 'Search everywhere',
  passages: 'Passages',
  own: 'Your notes, clips and answers',
  ownList: 'Notes, clips and answers',
  yourSources: 'Your sources',
  all: (count: number) => `Show all ${numberText(count)}`,
  foundPassages: (count: number, most: number) =>
    count >= most ? `Top ${numberText(most)} passages` : counted(count, passages),
  foundOwn: (count: number) => `${numberText(count)} in your notes`,
  operators: 'Search operators',
  showOperators: 'Operators',
  operatorsInUse: 'Operators in use',
  operatorsMore:
    'Combine them with keywords. Use a minus to exclude: -tag:biology. Without keywords, they list matching sources.',
  operatorHints: {
    tag: 'with this tag',
    folder: 'in this folder',
    site: 'from this site or channel',
    before: 'saved before this day',
    after: 'saved on this day or later',
    is: 'failed, gone, held, bookmark, archive, favorite or toread',
    in: 'sources, notes, clips, answers or posts',
  } satisfies Record<SearchOperator, string>,
  operator: (operator: SearchOperator, value: string) => `${operator}: ${value}`,
  notOperator: (operator: SearchOperator, value: string) => `not ${operator}: ${value}`,
  remove: (label: string) => `Remove ${label}`,
  suggestions: 'Suggestions',
  askLibrary: 'Ask your library',
  askIn: {
    all: 'All your sources',
    thread: 'The sources of this thread',
    search: (operators: string) => `Sources that match ${operators}`,
  },
  matches: 'Sources',
  matchesTitle: 'Your titles, notes and tags',
  foundSources: (count: number, total: number) =>
    total > count ? `${numberText(count)} of ${counted(total, sources)}` : counted(count, sources),
  fields: {
    title: 'Your title',
    note: 'Your note',
    tag: 'Tag',
    highlight: 'Your highlight',
  } satisfies Record<OwnField, string>,
  states: {
    waiting: 'Waiting',
    fetching: 'Fetching',
    reading: 'Processing',
    ready: 'Ready',
    failed: 'Failed',
    gone: 'Gone',
    held: 'Held for review',
    bookmark: 'Bookmark',
  } satisfies Record<SourceState, string>,
  kinds: { clip: 'Clip', note: 'Note', answer: 'Answer', post: 'Post' },
  kindAt: (kind: string, place: string) => `${kind}, ${place}`,
} as const;
