import fc from 'fast-check';
import { expect, test } from 'vitest';
import { draggedSpan, pressedSpan, draggedRange } from './drag-span.ts';
import type { DragPart } from './drag-span.ts';

const bar = { left: 100, width: 200 };

test('covers the dragged range in either direction', () => {
  expect(draggedRange(150, 200, bar, 120)).toEqual({ startS: 30, endS: 60 });
  expect(draggedRange(200, 150, bar, 120)).toEqual({ startS: 30, endS: 60 });
});
test('is clamped to the length of the source', () =>
  expect(draggedRange(250, 900, bar, 120)).toEqual({ startS: 90, endS: 120 }));
test('is a press below ten pixels, and nothing outside the bar', () => {
  expect(draggedRange(150, 159, bar, 120)).toBeUndefined();
  expect(draggedRange(320, 400, bar, 120)).toBeUndefined();
  expect(draggedRange(150, 200, bar, 0)).toBeUndefined();
});

test('takes ten seconds on a press, the last ten at the end, and all of a shorter source', () => {
  expect(pressedSpan(30, 120)).toEqual({ startS: 30, endS: 40 });
  expect(pressedSpan(118, 120)).toEqual({ startS: 110, endS: 120 });
  expect(pressedSpan(3, 6)).toEqual({ startS: 0, endS: 6 });
  expect(pressedSpan(0, 0)).toBeUndefined();
});

test('moves an edge with the pointer, up to the other edge and the ends', () => {
  const clip = { startS: 20, endS: 40 };
  expect(draggedSpan(clip, 'end', 15, 120, 5)).toEqual({ startS: 20, endS: 55 });
  expect(draggedSpan(clip, 'end', -90, 120, 5)).toEqual({ startS: 20, endS: 25 });
  expect(draggedSpan(clip, 'end', 500, 120, 5)).toEqual({ startS: 20, endS: 120 });
  expect(draggedSpan(clip, 'start', -90, 120, 5)).toEqual({ startS: 0, endS: 40 });
  expect(draggedSpan(clip, 'start', 90, 120, 5)).toEqual({ startS: 35, endS: 40 });
  expect(draggedSpan(clip, 'whole', 500, 120, 5)).toEqual({ startS: 100, endS: 120 });
  expect(draggedSpan(clip, 'whole', -500, 120, 5)).toEqual({ startS: 0, endS: 20 });
});
test('does not widen a very short clip when it is pressed', () => {
  expect(draggedSpan({ startS: 20, endS: 20.4 }, 'end', 0, 7200, 100)).toEqual({
    startS: 20,
    endS: 20.4,
  });
});

test('keeps any dragged clip inside its source with a positive length, and its length when moved', () => {
  const spans = fc.record({
    durationS: fc.double({ min: 1, max: 40_000, noNaN: true }),
    from: fc.double({ min: 0, max: 1, noNaN: true }),
    to: fc.double({ min: 0, max: 1, noNaN: true }),
    grip: fc.constantFrom<DragPart>('start', 'end', 'whole'),
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
test('moves a clip back into a source that became shorter', () => {
  expect(draggedSpan({ startS: 90, endS: 110 }, 'whole', 0, 60, 2)).toEqual({
    startS: 58,
    endS: 60,
  });
  expect(draggedSpan({ startS: 5, endS: 5 }, 'end', 0, 60, 2)).toEqual({ startS: 5, endS: 7 });
});
