/** The list of the library in the address of `/library`. Pure. */
import { z } from 'zod';
import { LibrarySort, LibraryState, LibraryView } from '#core/contract/library.ts';
import { SourceFlag, SourceType } from '#core/contract/source.ts';
import type { LibraryFilter } from '#ui/client/library-api.ts';
import type { SourceFilter } from '#ui/features/filters/index.ts';

/** `processing` and `ready` are broader than the states of one source. */
export const STATUSES = ['processing', 'ready', 'failed', 'bookmark', 'gone', 'held'] as const;
const Status = z.enum(STATUSES);
type Status = z.infer<typeof Status>;

export interface Shown extends SourceFilter {
  query: string;
  type: SourceType | '';
  status: Status | '';
  folder: string;
  flag: SourceFlag | '';
  view: LibraryView | '';
  sort: LibrarySort;
}
/** The filters, except for the query and the kind, which are always visible. */
export type Filters = Pick<Shown, 'status' | 'folder' | 'flag'> & SourceFilter;

const NAMES = {
  query: 'q',
  type: 'type',
  status: 'status',
  folder: 'folder',
  flag: 'flag',
  view: 'view',
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
    status: Status.safeParse(get('status') || params.get('state')).data ?? '',
    folder: get('folder'),
    flag: SourceFlag.safeParse(get('flag')).data ?? '',
    view: LibraryView.safeParse(get('view')).data ?? '',
    threadId: z.uuid().safeParse(get('threadId')).data ?? '',
    tag: get('tag'),
    channel: get('channel'),
    from: day('from'),
    to: day('to'),
    sort: LibrarySort.safeParse(get('sort')).data ?? USUAL,
  };
}

/** The parameters of the server request. */
export function filterOf({ status, ...shown }: Shown): LibraryFilter {
  const isBroad = LibraryState.safeParse(status).success;
  return { ...shown, ...(isBroad ? { status } : { state: status }) };
}

/** Omits unset values and defaults. */
export const writeShown = (shown: Shown): URLSearchParams =>
  new URLSearchParams(
    KEYS.flatMap((key) =>
      shown[key] && !(key === 'sort' && shown.sort === USUAL) ? [[NAMES[key], shown[key]]] : [],
    ),
  );

export const NO_FILTERS: Filters = {
  status: '',
  folder: '',
  flag: '',
  threadId: '',
  tag: '',
  channel: '',
  from: '',
  to: '',
};
export const filtersSet = (shown: Shown): number =>
  (Object.keys(NO_FILTERS) as (keyof Filters)[]).filter((key) => shown[key] !== '').length;
export const isNarrowed = (shown: Shown): boolean =>
  shown.query !== '' || shown.type !== '' || shown.view !== '' || filtersSet(shown) > 0;
