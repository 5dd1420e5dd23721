import { describe, expect, test } from 'vitest';
import { laneExtent, longestFirst, nudgedSpan } from './lane-layout.ts';

describe('laneExtent', () => {
  test.each([
    ['a quarter in the middle', 60, 90, 'min(50%, calc(100% - 10px))', '25%'],
    ['the whole source', 0, 120, 'min(0%, calc(100% - 10px))', '100%'],
    ['beyond the end', 130, 400, 'min(100%, calc(100% - 10px))', '100%'],
    ['a moment', 30, 30, 'min(25%, calc(100% - 10px))', '0%'],
    ['before the start', -6, 0, 'min(0%, calc(100% - 10px))', '5%'],
  ])('%s', (_, startS, endS, left, width) =>
    expect(laneExtent({ startS, endS }, 120)).toEqual({ left, width, minWidth: 10 }),
  );
});

describe('longestFirst', () => {
  test('draws short spans over long ones without mutating its argument', () => {
    const spans = [
      { id: 'short', startS: 5, endS: 6 },
      { id: 'long', startS: 0, endS: 60 },
      { id: 'middle', startS: 50, endS: 70 },
    ];
    expect(longestFirst(spans).map((it) => it.id)).toEqual(['long', 'middle', 'short']);
    expect(spans[0]?.id).toBe('short');
  });
});

describe('nudgedSpan', () => {
  const span = { startS: 20, endS: 30 };
  test.each([
    ['whole', 'ArrowRight', false, { startS: 21, endS: 31 }],
    ['whole', 'ArrowLeft', true, { startS: 10, endS: 20 }],
    ['start', 'ArrowDown', false, { startS: 19, endS: 30 }],
    ['end', 'ArrowUp', true, { startS: 20, endS: 40 }],
    // An edge stops one second before the other one, and at the ends of the source.
    ['start', 'ArrowRight', true, { startS: 29, endS: 30 }],
    ['end', 'ArrowLeft', true, { startS: 20, endS: 21 }],
    ['whole', 'Enter', false, undefined],
    ['whole', 'Delete', false, undefined],
    ['whole', 'constructor', false, undefined],
  ] as const)('%s, %s, ten seconds: %s', (grip, key, big, nudged) =>
    expect(nudgedSpan(span, grip, { key, big }, 60)).toEqual(nudged),
  );
  test('stays within the source', () => {
    expect(
      nudgedSpan({ startS: 55, endS: 59 }, 'whole', { key: 'ArrowUp', big: true }, 60),
    ).toEqual({
      startS: 56,
      endS: 60,
    });
    expect(
      nudgedSpan({ startS: 2, endS: 9 }, 'start', { key: 'ArrowDown', big: true }, 60),
    ).toEqual({
      startS: 0,
      endS: 9,
    });
  });
});
