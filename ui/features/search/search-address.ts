/** A search in the address of `/search`. Pure. */
import { z } from 'zod';
import { SourceType } from '#core/contract/source.ts';
import type { SourceFilter } from '#ui/features/filters/index.ts';

/** Parameters of `GET search`; everything if empty. */
const Scope = z.enum(['', 'sources', 'clips,notes', 'answers', 'posts']);
type Scope = z.infer<typeof Scope>;
export interface Search extends SourceFilter {
  q: string;
  in: Scope;
  type: SourceType | '';
}
/** The filters, except for the query and the areas. */
export type Filters = Omit<Search, 'q' | 'in'>;

const NAMES = {
  q: 'q',
  in: 'in',
  type: 'type',
  threadId: 'thread',
  tag: 'tag',
  channel: 'channel',
  from: 'from',
  to: 'to',
} as const satisfies Record<keyof Search, string>;
const KEYS = Object.keys(NAMES) as (keyof Search)[];
const day = (text: string): string => (/^\d{4}-\d\d-\d\d$/.test(text) ? text : '');

export function readSearch(params: URLSearchParams): Search {
  const get = (key: keyof Search) => params.get(NAMES[key]) ?? '';
  return {
    q: get('q'),
    in: Scope.safeParse(get('in')).data ?? '',
    type: SourceType.safeParse(get('type')).data ?? '',
    threadId: get('threadId'),
    tag: get('tag'),
    channel: get('channel'),
    from: day(get('from')),
    to: day(get('to')),
  };
}

/** Omits unset values. */
export function writeSearch(search: Search): URLSearchParams {
  return new URLSearchParams(
    KEYS.flatMap((key) => (search[key] ? [[NAMES[key], search[key]]] : [])),
  );
}

export const NO_FILTERS: Filters = {
  type: '',
  threadId: '',
  tag: '',
  channel: '',
  from: '',
  to: '',
};
export const filtersSet = (search: Search): number =>
  (Object.keys(NO_FILTERS) as (keyof Filters)[]).filter((key) => search[key] !== '').length;
