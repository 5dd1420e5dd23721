import { numberText } from '#ui/kit/format.ts';

/** Filters of the library and the search. */
export const filterTexts = {
  filters: 'Filters',
  filtersSet: (count: number) => `(${numberText(count)})`,
  clear: 'Clear filters',
  type: 'Type',
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
