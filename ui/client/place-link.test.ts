import { expect, test } from 'vitest';
import { locatorQuery } from '#core/contract/locator.ts';
import { readPlaceLink } from './place-link.ts';

const read = (query: string) => readPlaceLink(new URLSearchParams(query));

test.each([
  ['timed', 83],
  ['timed', 0],
  ['paged', 4],
  ['flow', 12],
] as const)('opens what a link to %s %i says', (medium, place) => {
  expect(read(locatorQuery('S', medium, place))).toEqual({ sourceId: 'S', place });
});

test('a source alone opens where it was left', () =>
  expect(read('?source=S')).toEqual({ sourceId: 'S', place: undefined }));
test('a place that cannot be is none', () => {
  expect(read('?source=S&page=0')?.place).toBeUndefined();
  expect(read('?source=S&at=soon')?.place).toBeUndefined();
  expect(read('?at=3')).toBeUndefined();
});
