import { expect, test } from 'vitest';
import { nearestSpeed, nextSpeed, SPEEDS } from './speed.ts';

test.each([
  ['the chosen speed', SPEEDS, 2.5, 2.5],
  ['the next slower available speed', [0.5, 1, 1.5, 2], 3, 2],
  ['the slowest, if all are faster', [0.5, 1], 0.25, 0.5],
  ['normal speed, if there is no player', [], 2, 1],
])('plays at %s', (_, speeds, wanted, speed) => {
  expect(nearestSpeed(speeds, wanted)).toBe(speed);
});

test('steps to the next faster and slower speed, up to the limits', () => {
  expect(nextSpeed(SPEEDS, 1, 1)).toBe(1.25);
  expect(nextSpeed(SPEEDS, 1, -1)).toBe(0.75);
  expect(nextSpeed(SPEEDS, 3, 1)).toBeUndefined();
  expect(nextSpeed(SPEEDS, 0.25, 1)).toBe(0.5);
});
