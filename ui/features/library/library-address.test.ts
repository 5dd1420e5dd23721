import { expect, test } from 'vitest';
import {
  filterOf,
  filtersSet,
  isNarrowed,
  readShown,
  writeShown,
  type Shown,
} from './library-address.ts';

test('an address restores the list it was written from', () => {
  const shown: Shown = {
    query: 'säule & co',
    type: 'pdf',
    status: 'failed',
    folder: 'a/b',
    flag: 'toread',
    view: 'inbox',
    threadId: '01935b6e-0000-7000-8000-000000000001',
    tag: 'a b',
    channel: 'C+',
    from: '2026-01-02',
    to: '',
    sort: 'title',
  };
  expect(readShown(new URLSearchParams(writeShown(shown).toString()))).toEqual(shown);
  expect(filtersSet(shown)).toBe(7);
});

test('an address omits invalid values and defaults', () => {
  const shown = readShown(
    new URLSearchParams('?type=book&status=odd&thread=x&from=2026-13-01&sort=newest'),
  );
  expect(shown).toMatchObject({ type: '', status: '', threadId: '', from: '', sort: 'newest' });
  expect(isNarrowed(shown)).toBe(false);
  expect(writeShown(shown).toString()).toBe('');
});

test.each([
  ['?status=processing', { status: 'processing' }],
  ['?status=gone', { state: 'gone' }],
  ['?state=bookmark', { state: 'bookmark' }],
  ['?status=failed&flag=archive&folder=a/b', { status: 'failed', flag: 'archive', folder: 'a/b' }],
])('requests %s from the server', (address, filter) =>
  expect(filterOf(readShown(new URLSearchParams(address)))).toMatchObject(filter),
);
