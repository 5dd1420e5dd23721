import { expect, test } from 'vitest';
import { filtersSet, readSearch, writeSearch } from './search-address.ts';

test('an address restores the search it was written from', () => {
  const search = {
    q: 'säule & co',
    in: 'clips,notes',
    type: 'pdf',
    threadId: 'T',
    tag: 'a b',
    channel: 'C+',
    from: '2026-01-02',
    to: '',
  } as const;
  expect(readSearch(new URLSearchParams(writeSearch(search).toString()))).toEqual(search);
  expect(filtersSet(search)).toBe(5);
});

test('an address omits invalid values', () => {
  const search = readSearch(new URLSearchParams('?q=x&in=everywhere&type=book&from=yesterday'));
  expect(search).toMatchObject({ q: 'x', in: '', type: '', from: '' });
  expect(writeSearch(search).toString()).toBe('q=x');
});
