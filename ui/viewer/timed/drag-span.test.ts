import fc from 'fast-check';
import { expect, test } from 'vitest';
import { draggedSpan, pressedSpan, pulledSpan } from './drag-span.ts';
import type { Grip } from './drag-span.ts';

const bar = { left: 100, width: 200 };

test('a pull either way takes the stretch under it', () => {
  expect(pulledSpan(150, 200, bar, 120)).toEqual({ startS: 30, endS: 60 });
  expect(pulledSpan(200, 150, bar, 120)).toEqual({ startS: 30, endS: 60 });
});
test('it is held to the length of the source', () =>
  expect(pulledSpan(250, 900, bar, 120)).toEqual({ startS: 90, endS: 120 }));
test('less than ten pixels is a press, and beyond the bar there is nothing', () => {
  expect(pulledSpan(150, 159, bar, 120)).toBeUndefined();
  expect(pulledSpan(320, 400, bar, 120)).toBeUndefined();
  expect(pulledSpan(150, 200, bar, 0)).toBeUndefined();
});

test('a press takes ten seconds, the last ten at the end, and all of a shorter source', () => {
  expect(pressedSpan(30, 120)).toEqual({ startS: 30, endS: 40 });
  expect(pressedSpan(118, 120)).toEqual({ startS: 110, endS: 120 });
  expect(pressedSpan(3, 6)).toEqual({ startS: 0, endS: 6 });
  expect(pressedSpan(0, 0)).toBeUndefined();
});

test('an edge goes where it is taken, and stops before the other and at the ends', () => {
  const clip = { startS: 20, endS: 40 };
  expect(draggedSpan(clip, 'end', 15, 120, 5)).toEqual({ startS: 20, endS: 55 });
  expect(draggedSpan(clip, 'end', -90, 120, 5)).toEqual({ startS: 20, endS: 25 });
  expect(draggedSpan(clip, 'end', 500, 120, 5)).toEqual({ startS: 20, endS: 120 });
  expect(draggedSpan(clip, 'start', -90, 120, 5)).toEqual({ startS: 0, endS: 40 });
  expect(draggedSpan(clip, 'start', 90, 120, 5)).toEqual({ startS: 35, endS: 40 });
  expect(draggedSpan(clip, 'whole', 500, 120, 5)).toEqual({ startS: 100, endS: 120 });
  expect(draggedSpan(clip, 'whole', -500, 120, 5)).toEqual({ startS: 0, endS: 20 });
});
test('a clip of a word is not blown up to the least width by being touched', () => {
  expect(draggedSpan({ startS: 20, endS: 20.4 }, 'end', 0, 7200, 100)).toEqual({
    startS: 20,
    endS: 20.4,
  });
});

test('however it is dragged, a clip lies within its source, ends after it begins, and keeps its length when moved', () => {
  const spans = fc.record({
    durationS: fc.double({ min: 1, max: 40_000, noNaN: true }),
    from: fc.double({ min: 0, max: 1, noNaN: true }),
    to: fc.double({ min: 0, max: 1, noNaN: true }),
    grip: fc.constantFrom<Grip>('start', 'end', 'whole'),
    byS: fc.double({ min: -90_000, max: 90_000, noNaN: true }),
    leastS: fc.double({ min: 0.1, max: 500, noNaN: true }),
  });
  fc.assert(
    fc.property(spans, ({ durationS, from, to, grip, byS, leastS }) => {
      const clip = { startS: Math.min(from, to) * durationS, endS: Math.max(from, to) * durationS };
      const lengthS = clip.endS - clip.startS;
      fc.pre(lengthS > 1e-3);
      const { startS, endS } = draggedSpan(clip, grip, byS, durationS, leastS);
      expect(startS).toBeGreaterThanOrEqual(0);
      expect(endS).toBeLessThanOrEqual(durationS);
      expect(endS).toBeGreaterThan(startS);
      expect(endS - startS).toBeGreaterThanOrEqual(Math.min(lengthS, leastS) - 1e-6);
      if (grip === 'whole') expect(endS - startS).toBeCloseTo(lengthS, 5);
      if (grip === 'start') expect(endS).toBeCloseTo(clip.endS, 6);
      if (grip === 'end') expect(startS).toBeCloseTo(clip.startS, 6);
    }),
  );
});
test('a clip that reaches beyond a source that grew shorter comes back into it', () => {
  expect(draggedSpan({ startS: 90, endS: 110 }, 'whole', 0, 60, 2)).toEqual({
    startS: 58,
    endS: 60,
  });
  expect(draggedSpan({ startS: 5, endS: 5 }, 'end', 0, 60, 2)).toEqual({ startS: 5, endS: 7 });
});
