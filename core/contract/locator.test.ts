import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  AnchorMark,
  Locator,
  locatorQuery,
  Medium,
  positionLabel,
  positionOf,
  toWire,
  WireLocator,
} from './locator.ts';

const timed: Locator = { medium: 'timed', startS: 83.7, endS: 105, quote: 'A gloss' };
const paged: Locator = { medium: 'paged', page: 4, quote: 'A gloss' };
const flow: Locator = { medium: 'flow', paragraph: 12, quote: 'A', prefix: '', suffix: '' };

test.each([
  [timed, { start: 83.7, end: 105 }, 83],
  [paged, { page: 4 }, 4],
  [flow, { paragraph: 12 }, 12],
])('%j as the API and as a URL write it', (locator, wire, place) => {
  expect(toWire(locator)).toEqual(wire);
  expect(positionOf(locator)).toBe(place);
});

test.each([
  ['timed', 83, '?source=s1&at=83'],
  ['timed', 0, '?source=s1&at=0'],
  ['paged', 4, '?source=s1&page=4'],
  ['flow', 12, '?source=s1&p=12'],
] as const)('a URL of %s %d', (medium, place, query) =>
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
] as const)('%s %d is parsed as %j', (medium, place, label) =>
  expect(positionLabel(medium, place)).toBe(label),
);

describe('Locator', () => {
  test.each([
    ['the three media', timed],
    ['a page with its lines', { ...paged, rects: [{ x: 0, y: 0.5, width: 1, height: 0.02 }] }],
    ['a part of a paragraph', { ...flow, start: 3, end: 9 }],
    ['a moment', { ...timed, endS: 83.7 }],
  ])('accepts %s', (_, locator) => expect(Locator.parse(locator)).toEqual(locator));
  test.each([
    ['an unknown medium', { ...timed, medium: 'spoken' }],
    ['no quote', { medium: 'paged', page: 4 }],
    ['a time before the start', { ...timed, startS: -1 }],
    ['an infinite time', { ...timed, endS: Infinity }],
    ['page 0', { ...paged, page: 0 }],
    ['a fractional page', { ...paged, page: 1.5 }],
    ['a paragraph without the text around it', { medium: 'flow', paragraph: 1, quote: 'A' }],
    ['the position of another medium', { ...flow, medium: 'paged' }],
  ])('rejects %s', (_, locator) => expect(Locator.safeParse(locator).success).toBe(false));
});

/** Locators of all media. */
const seconds = fc.integer({ min: 0, max: 1_000_000 }).map((n) => n / 10);
const share = fc.double({ min: 0, max: 1, noNaN: true });
const count = fc.integer({ min: 1, max: 100_000 });
const anyLocator: fc.Arbitrary<Locator> = fc.oneof(
  fc.record({
    medium: fc.constant('timed' as const),
    startS: seconds,
    endS: seconds,
    quote: fc.string(),
  }),
  fc.record(
    {
      medium: fc.constant('paged' as const),
      page: count,
      quote: fc.string(),
      rects: fc.array(fc.record({ x: share, y: share, width: share, height: share })),
    },
    { requiredKeys: ['medium', 'page', 'quote'] },
  ),
  fc.record(
    {
      medium: fc.constant('flow' as const),
      paragraph: count,
      start: fc.nat(),
      end: fc.nat(),
      quote: fc.string(),
      prefix: fc.string(),
      suffix: fc.string(),
    },
    { requiredKeys: ['medium', 'paragraph', 'quote', 'prefix', 'suffix'] },
  ),
);

describe('any locator', () => {
  test('survives JSON unchanged', () =>
    fc.assert(
      fc.property(anyLocator, (locator) => {
        expect(Locator.parse(JSON.parse(JSON.stringify(locator)))).toEqual(
          JSON.parse(JSON.stringify(locator)),
        );
      }),
    ));
  test('has a unique wire form with its medium and position', () =>
    fc.assert(
      fc.property(anyLocator, (locator) => {
        const wire = WireLocator.parse(toWire(locator));
        const told =
          'start' in wire
            ? (['timed', wire.start] as const)
            : 'page' in wire
              ? (['paged', wire.page] as const)
              : (['flow', wire.paragraph] as const);
        expect(told[0]).toBe(locator.medium);
        expect(Math.floor(told[1])).toBe(positionOf(locator));
        expect(JSON.stringify(wire)).not.toContain('quote');
      }),
    ));
  test('has a whole number as its position, which its URL and its label contain', () =>
    fc.assert(
      fc.property(anyLocator, (locator) => {
        const position = positionOf(locator);
        expect(Number.isInteger(position)).toBe(true);
        const query = new URLSearchParams(locatorQuery('s1', locator.medium, position));
        expect([...query.values()]).toEqual(['s1', String(position)]);
        const numbers = positionLabel(locator.medium, position).match(/\d+/g) ?? [];
        expect(numbers.map(Number).reduce((sum, part) => 60 * sum + part, 0)).toBe(position);
      }),
    ));
  test("drops fields that locators don't have", () =>
    expect(Locator.parse({ ...paged, startS: 3, of_a_later_version: true })).toEqual(paged));
});

test('each medium has its own URL parameter', () => {
  const names = Medium.options.map((medium) => locatorQuery('s1', medium, 4));
  expect(new Set(names).size).toBe(Medium.options.length);
});

describe('WireLocator', () => {
  test.each([
    [{ start: 1, end: 2 }, true],
    [{ page: 4 }, true],
    [{ paragraph: 12 }, true],
    [{ page: 4.5 }, false],
    [{ start: 1 }, false],
    [{ paragraph: '12' }, false],
    [{}, false],
    [null, false],
  ])('%j: %s', (wire, isOne) => expect(WireLocator.safeParse(wire).success).toBe(isOne));
});

describe('AnchorMark', () => {
  test.each([
    ['changed text', { outcome: 'changed', version: 2, now: 'A mark' }, true],
    ['changed text that is empty now', { outcome: 'changed', version: 2, now: '' }, true],
    [
      'text of the maximum length',
      { outcome: 'changed', version: 2, now: 'x'.repeat(20_000) },
      true,
    ],
    ['lost text', { outcome: 'lost', version: 1 }, true],
    ['changed text without its current text', { outcome: 'changed', version: 2 }, false],
    ['more text', { outcome: 'changed', version: 2, now: 'x'.repeat(20_001) }, false],
    ['version 0', { outcome: 'lost', version: 0 }, false],
    ['a fractional version', { outcome: 'lost', version: 1.5 }, false],
    ['unchanged text', { outcome: 'same', version: 2 }, false],
  ])('of %s', (_, mark, isOne) => expect(AnchorMark.safeParse(mark).success).toBe(isOne));
});
