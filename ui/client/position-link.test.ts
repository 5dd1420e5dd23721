import { expect, test } from 'vitest';
import { locatorQuery } from '#core/contract/locator.ts';
import { readPositionLink } from './position-link.ts';

const read = (query: string) => readPositionLink(new URLSearchParams(query));

test.each([
  ['timed', 83],
  ['timed', 0],
  ['paged', 4],
  ['flow', 12],
] as const)('opens a link to %s %i', (medium, place) => {
  expect(read(locatorQuery('S', medium, place))).toEqual({ sourceId: 'S', place });
});

test('opens a source without a position where it was left', () =>
  expect(read('?source=S')).toEqual({ sourceId: 'S', place: undefined }));
test('ignores an impossible position', () => {
  expect(read('?source=S&page=0')?.place).toBeUndefined();
  expect(read('?source=S&at=soon')?.place).toBeUndefined();
  expect(read('?at=3')).toBeUndefined();
});
