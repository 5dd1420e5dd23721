import { expect, test } from 'vitest';
import { pulledSpan } from './drag-span.ts';

const bar = { left: 100, width: 200 };

test('a pull either way takes the stretch under it', () => {
  expect(pulledSpan(150, 200, bar, 120)).toEqual({ startS: 30, endS: 60 });
  expect(pulledSpan(200, 150, bar, 120)).toEqual({ startS: 30, endS: 60 });
});
test('it is held to the length of the source', () => expect(pulledSpan(250, 900, bar, 120)).toEqual({ startS: 90, endS: 120 }));
test('less than ten pixels is a press, and beyond the bar there is nothing', () => {
  expect(pulledSpan(150, 159, bar, 120)).toBeUndefined();
  expect(pulledSpan(320, 400, bar, 120)).toBeUndefined();
  expect(pulledSpan(150, 200, bar, 0)).toBeUndefined();
});
