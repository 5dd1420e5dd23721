import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { BLOCKS } from './blocks/registry.ts';
import {
  boundOf,
  flatAttributes,
  isAttributeWithinBounds,
  isMarkWithinBounds,
  isAttribute,
  isWithinSize,
  tableArea,
} from './bounds.ts';
import { notesSchema } from './schema.ts';

const ATTRIBUTES = Object.values(notesSchema().nodes).flatMap(({ name, spec }) =>
  Object.entries(spec.attrs ?? {}).map(
    ([attribute, { default: fallback }]) => [name, attribute, fallback as unknown] as const,
  ),
);

describe('an attribute of a node', () => {
  it.each(ATTRIBUTES)('%s.%s accepts its default', (node, attribute, fallback) => {
    expect(isAttribute(node, attribute)).toBe(true);
    expect(isAttributeWithinBounds(node, attribute, fallback)).toBe(true);
  });
  it.each(ATTRIBUTES.filter(([node, attribute]) => boundOf(node, attribute)))(
    '%s.%s falls back to a valid value',
    (node, attribute) => {
      const bound = boundOf(node, attribute);
      expect(bound?.accepts(bound.fallback)).toBe(true);
    },
  );
  it.each([
    ['heading', 'level', [1, 2, 3], [0, 4, 1.5, '1', null, Number.NaN]],
    ['heading', 'indent', [0, 8], [-1, 9, '2', Infinity]],
    ['orderedList', 'start', [1, 0, -5, 1e9], [1e9 + 1, 1.5, '1', Number.NaN]],
    ['tableCell', 'colspan', [1, 100], [0, 101, '2', null]],
    ['tableCell', 'rowspan', [1, 100], [0, 101, 1e308]],
    ['tableCell', 'colwidth', [null, [], [0, 120], [10_000]], [120, [-1], ['120'], [10_001]]],
    ['taskItem', 'checked', [true, false], ['true', 0, null]],
    ['codeBlock', 'language', [null, '', 'c++', 'x'.repeat(100)], ['x'.repeat(101), 3, {}]],
    ['paragraph', '_id', [null, 'b1', 'x'.repeat(64)], ['x'.repeat(65), 7, ['b1']]],
    ['clip', '_id', [null, 'b1'], ['x'.repeat(65), 7]],
    ['clip', 'indent', [0, 8], [9]],
  ])('%s.%s is clamped to its bounds', (node, attribute, within, beyond) => {
    for (const value of within) expect(isAttributeWithinBounds(node, attribute, value)).toBe(true);
    for (const value of beyond) expect(isAttributeWithinBounds(node, attribute, value)).toBe(false);
  });
  it('limits column widths to the columns that a cell can span', () => {
    expect(isAttributeWithinBounds('tableCell', 'colwidth', new Array<number>(100).fill(9))).toBe(
      true,
    );
    expect(isAttributeWithinBounds('tableCell', 'colwidth', new Array<number>(101).fill(9))).toBe(
      false,
    );
  });
  it("only the size of a Gloss block's attribute is bounded", () => {
    for (const { name } of BLOCKS) expect(boundOf(name, 'level')).toBeUndefined();
    expect(isAttributeWithinBounds('clip', 'start', 'not a number')).toBe(true);
    expect(isAttributeWithinBounds('clip', 'clip_text', 'x'.repeat(500_001))).toBe(false);
  });
  it.each([
    ['paragraph', 'constructor'],
    ['paragraph', '__proto__'],
    ['paragraph', 'level'],
    ['constructor', 'name'],
    ['poem', 'indent'],
  ])('%s.%s does not exist', (node, attribute) => expect(isAttribute(node, attribute)).toBe(false));
});

describe('a mark', () => {
  it.each([
    ['without attributes', true],
    ['that was removed', null],
    ['with a link', { href: 'https://example.org', target: null, rel: undefined, title: 'x' }],
    ['with a colour', { color: 'green' }],
    ['of a record without a prototype', Object.assign(Object.create(null), { color: 'red' })],
    ['with as much text as a link may have', { href: 'x'.repeat(8192) }],
  ])('%s is accepted', (_, value) => expect(isMarkWithinBounds(value)).toBe(true));
  it.each([
    ['with too long a text', { href: 'x'.repeat(8193) }],
    ['with a nested value', { href: { toString: 'x' } }],
    ['with a list', { class: ['a'] }],
    ['with too many attributes', Object.fromEntries(Array.from({ length: 17 }, (_, n) => [n, 1]))],
    ['that is a list', []],
    ['that is text', 'bold'],
    ['that is not a mark', false],
    ['that is missing', undefined],
    ['of an object with methods', new Date(0)],
  ])('%s is rejected', (_, value) => expect(isMarkWithinBounds(value)).toBe(false));
  it('keeps the attributes that readers may receive', () =>
    expect(
      flatAttributes({
        href: 'x',
        n: 3,
        on: true,
        off: null,
        deep: {},
        many: [],
        long: 'x'.repeat(8193),
      }),
    ).toEqual({ href: 'x', n: 3, on: true, off: null }));
});

describe('a value', () => {
  const nested = (levels: number): unknown => {
    let value: unknown = 1;
    for (let level = 0; level < levels; level += 1) value = [value];
    return value;
  };
  it('that a person can write is within the bounds', () =>
    fc.assert(fc.property(fc.jsonValue({ maxDepth: 10 }), (value) => isWithinSize(value))));
  it.each([
    ['at the maximum depth', nested(32)],
    ['at the maximum length', 'x'.repeat(500_000)],
    ['with the maximum number of parts', new Array<number>(19_999).fill(0)],
    ['with an undefined part', { a: undefined }],
  ])('%s is within the bounds', (_, value) => expect(isWithinSize(value)).toBe(true));
  it.each([
    ['too deep', nested(33)],
    ['too long', 'x'.repeat(500_001)],
    ['too long in total', ['x'.repeat(250_000), { a: 'x'.repeat(250_001) }]],
    ['with a name that is too long', { ['x'.repeat(500_001)]: 1 }],
    ['with too many parts', new Array<number>(20_000).fill(0)],
    ['that is not JSON', { when: new Date(0) }],
    ['that is a map', new Map()],
    ['that is a function', () => 1],
    ['that is a large integer', 1n],
  ])('%s is outside the bounds', (_, value) => expect(isWithinSize(value)).toBe(false));
  it('that contains itself is outside the bounds, and the check ends', () => {
    const ring: unknown[] = [];
    ring.push(ring);
    expect(isWithinSize(ring)).toBe(false);
  });
});

/** Lays out table columns like a browser: a cell takes the first free columns of its row. */
function columnsOf(rows: readonly (readonly (readonly [number, number])[])[]): number {
  const taken = rows.map(() => new Set<number>());
  for (const [y, row] of rows.entries()) {
    let x = 0;
    for (const [colspan, rowspan] of row) {
      while (taken[y]?.has(x) === true) x += 1;
      for (let below = y; below < Math.min(rows.length, y + rowspan); below += 1)
        for (let across = x; across < x + colspan; across += 1) taken[below]?.add(across);
      x += colspan;
    }
  }
  return Math.max(0, ...taken.flatMap((columns) => [...columns].map((column) => column + 1)));
}

describe('the area of a table', () => {
  it.each([
    ['no rows', [], 0],
    ['two rows of three cells', [new Array(3).fill([1, 1]), new Array(3).fill([1, 1])], 6],
    [
      'a short row',
      [
        [[1, 1]],
        [
          [1, 1],
          [1, 1],
        ],
      ],
      4,
    ],
    ['a wide cell', [[[100, 1]], [[1, 1]]], 200],
    ['a tall cell, which stands in rows below its own', [[[1, 2]], [[1, 1]]], 4],
  ] as [string, [number, number][][], number][])('of %s', (_, rows, area) =>
    expect(tableArea(rows)).toBe(area),
  );
  it('is never less than what is drawn', () => {
    const span = fc.integer({ min: 1, max: 6 });
    fc.assert(
      fc.property(
        fc.array(fc.array(fc.tuple(span, span), { maxLength: 6 }), { maxLength: 8 }),
        (rows) => columnsOf(rows) * rows.length <= tableArea(rows),
      ),
    );
  });
});
