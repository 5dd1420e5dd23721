import { expect, test } from 'vitest';
import { playLabel } from './play-label.ts';

test.each([
  [0, 10, 'Play 10 s'],
  [37.4, 45.6, 'Play 9 s'],
  [0, 59.2, 'Play 1 min'],
  [0, 60, 'Play 1 min'],
  [30, 90.5, 'Play 2 mins'],
  [0, 7200, 'Play 120 mins'],
  [5, 5, 'Play 1 s'],
])('from %d to %d: %s', (startS, endS, said) => {
  expect(playLabel({ startS, endS })).toBe(said);
});
