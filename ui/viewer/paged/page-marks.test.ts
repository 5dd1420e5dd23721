import { expect, test } from 'vitest';
import { boundingBox, markAt, underlineOf } from './page-marks.ts';

const line = (x: number, y: number, width: number) => ({ x, y, width, height: 0.02 });
const long = { page: 1, id: 'long', rects: [line(0.1, 0.1, 0.8), line(0.1, 0.13, 0.8)] };
const short = { page: 1, id: 'short', rects: [line(0.3, 0.1, 0.1)] };

test('opens the inner one of two nested highlights', () => {
  expect(markAt([long, short], { x: 0.35, y: 0.11 })?.id).toBe('short');
  expect(markAt([short, long], { x: 0.35, y: 0.14 })?.id).toBe('long');
  expect(markAt([long, short], { x: 0.35, y: 0.125 })).toBeUndefined();
});
test('an underline is the bottom of its line', () => {
  const { y, height, ...rest } = underlineOf(line(0.1, 0.5, 0.3));
  expect(rest).toEqual({ x: 0.1, width: 0.3 });
  expect(y + height).toBeCloseTo(0.52);
  expect(height).toBeLessThan(0.005);
});
test('one box surrounds all lines', () => {
  const { x, y, width, height } = boundingBox([line(0.5, 0.1, 0.4), line(0.1, 0.13, 0.2)]);
  expect([x, y, width, height].map((it) => Math.round(it * 1e6) / 1e6)).toEqual([
    0.1, 0.1, 0.8, 0.05,
  ]);
});
