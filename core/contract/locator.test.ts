import { describe, expect, test } from 'vitest';
import { Locator, positionLabel, positionOf, locatorQuery, toWire } from './locator.ts';

const timed: Locator = { medium: 'timed', startS: 83.7, endS: 105, quote: 'A gloss' };
const paged: Locator = { medium: 'paged', page: 4, quote: 'A gloss' };
const flow: Locator = { medium: 'flow', paragraph: 12, quote: 'A', prefix: '', suffix: '' };

test.each([
  [timed, { start: 83.7, end: 105 }, 83],
  [paged, { page: 4 }, 4],
  [flow, { paragraph: 12 }, 12],
])('%j as the API and as an address have it', (locator, wire, place) => {
  expect(toWire(locator)).toEqual(wire);
  expect(positionOf(locator)).toBe(place);
});

test.each([
  ['timed', 83, '?source=s1&at=83'],
  ['timed', 0, '?source=s1&at=0'],
  ['paged', 4, '?source=s1&page=4'],
  ['flow', 12, '?source=s1&p=12'],
] as const)('an address of %s %d', (medium, place, query) =>
  expect(locatorQuery('s1', medium, place)).toBe(query),
);

test.each([
  ['timed', 0, '00:00'],
  ['timed', 59.999, '00:59'],
  ['timed', 60, '01:00'],
  ['timed', 3599, '59:59'],
  ['timed', 3600, '01:00:00'],
  ['timed', 3723.5, '01:02:03'],
  ['timed', 360_000, '100:00:00'],
  ['paged', 4, 'page 4'],
  ['flow', 12, 'paragraph 12'],
] as const)('%s %d is read as %j', (medium, place, label) =>
  expect(positionLabel(medium, place)).toBe(label),
);

describe('Locator', () => {
  test.each([
    ['the three media', timed],
    ['a page with its lines', { ...paged, rects: [{ x: 0, y: 0.5, width: 1, height: 0.02 }] }],
    ['a part of a paragraph', { ...flow, start: 3, end: 9 }],
    ['a moment', { ...timed, endS: 83.7 }],
  ])('takes %s', (_, locator) => expect(Locator.parse(locator)).toEqual(locator));
  test.each([
    ['a medium that there is not', { ...timed, medium: 'spoken' }],
    ['no quote', { medium: 'paged', page: 4 }],
    ['a time before the start', { ...timed, startS: -1 }],
    ['an endless time', { ...timed, endS: Infinity }],
    ['page 0', { ...paged, page: 0 }],
    ['half a page', { ...paged, page: 1.5 }],
    ['a paragraph without its surroundings', { medium: 'flow', paragraph: 1, quote: 'A' }],
    ['the place of another medium', { ...flow, medium: 'paged' }],
  ])('refuses %s', (_, locator) => expect(Locator.safeParse(locator).success).toBe(false));
});
