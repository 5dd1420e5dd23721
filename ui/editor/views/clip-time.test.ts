import { expect, it } from 'vitest';
import { clampSpan, durationText, parseTime, sliderWindow } from './clip-time.ts';

it('parses times as they are written, and nothing else', () => {
  expect(['01:23', '1:02:03', '75:00', '83.5', ' 0:09 '].map(parseTime)).toEqual([
    83, 3723, 4500, 83.5, 9,
  ]);
  expect(['', '1:60', '1:75:00', 'soon', '-3', '1:2:3:4'].map(parseTime)).toEqual(
    Array.from({ length: 6 }, () => undefined),
  );
});

it('clamps a range to its source, and rejects one that ends before it starts', () => {
  expect(clampSpan({ start: -4, end: 20 }, 12)).toEqual({ start: 0, end: 12 });
  expect(clampSpan({ start: 8, end: 8 }, 12)).toBeUndefined();
  expect(clampSpan({ start: 20, end: 30 }, 12)).toBeUndefined();
});

it('shows the duration, rounded up as on the play button', () => {
  expect(
    [
      { start: 16, end: 25.4 },
      { start: 20, end: 85 },
      { start: 0, end: 3723 },
    ].map(durationText),
  ).toEqual(['10 s', '1 m 05 s', '01 h 02 m 03 s']);
});

it('shows the clip with room on both sides, within the source', () => {
  expect(sliderWindow({ start: 44, end: 53 }, 60)).toEqual({ start: 14, end: 60 });
  expect(sliderWindow({ start: 10, end: 110 }, undefined)).toEqual({ start: 0, end: 210 });
});
