/** What the list of the library shows, as the address of `/library` has it. Pure. */
import { z } from 'zod';
import { LibrarySort, LibraryState } from '#core/contract/library.ts';
import { SourceType } from '#core/contract/source.ts';
import type { SourceFilter } from '#ui/features/filters/index.ts';

export interface Shown extends SourceFilter {
  query: string;
  type: SourceType | '';
  status: LibraryState | '';
  sort: LibrarySort;
}
/** What narrows it, besides its words and the kind, which are always in sight. */
export type Filters = Pick<Shown, 'status'> & SourceFilter;

const NAMES = {
  query: 'q',
  type: 'type',
  status: 'status',
  threadId: 'thread',
  tag: 'tag',
  channel: 'channel',
  from: 'from',
  to: 'to',
  sort: 'sort',
} as const satisfies Record<keyof Shown, string>;
const KEYS = Object.keys(NAMES) as (keyof Shown)[];
const USUAL = 'newest';

export function readShown(params: URLSearchParams): Shown {
  const get = (key: keyof Shown) => params.get(NAMES[key]) ?? '';
  const day = (key: keyof Shown) => z.iso.date().safeParse(get(key)).data ?? '';
  return {
    query: get('query'),
    type: SourceType.safeParse(get('type')).data ?? '',
    status: LibraryState.safeParse(get('status')).data ?? '',
    threadId: z.uuid().safeParse(get('threadId')).data ?? '',
    tag: get('tag'),
    channel: get('channel'),
    from: day('from'),
    to: day('to'),
    sort: LibrarySort.safeParse(get('sort')).data ?? USUAL,
  };
}

/** What is not set, or as usual, is left out. */
export const writeShown = (shown: Shown): URLSearchParams =>
  new URLSearchParams(
    KEYS.flatMap((key) =>
      shown[key] && !(key === 'sort' && shown.sort === USUAL) ? [[NAMES[key], shown[key]]] : [],
    ),
  );

export const NO_FILTERS: Filters = {
  status: '',
  threadId: '',
  tag: '',
  channel: '',
  from: '',
  to: '',
};
export const filtersSet = (shown: Shown): number =>
  (Object.keys(NO_FILTERS) as (keyof Filters)[]).filter((key) => shown[key] !== '').length;
export const isNarrowed = (shown: Shown): boolean =>
  shown.query !== '' || shown.type !== '' || filtersSet(shown) > 0;
