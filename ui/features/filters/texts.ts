import { numberText } from '#ui/kit/format.ts';

/** What sources are narrowed by, in the library and in a search. */
export const filterTexts = {
  filters: 'Filters',
  filtersSet: (count: number) => `(${numberText(count)})`,
  clear: 'Clear filters',
  type: 'Kind of source',
  anyType: 'All',
  thread: 'Thread',
  anyThread: 'Any thread',
  tag: 'Tag',
  anyTag: 'Any tag',
  channel: 'Channel or site',
  anyChannel: 'Any channel or site',
  from: 'Added from',
  to: 'Added to',
};
