import { expect, test } from 'vitest';
import { parseVideoTime } from './video-time.ts';

test.each([
  ['83', 83],
  [' 1:23 ', 83],
  ['01:02:03', 3723],
  ['0:07.5', 7.5],
  ['100:00:00', 360_000],
  ['0', 0],
  ['', undefined],
  ['1:', undefined],
  [':30', undefined],
  ['-5', undefined],
  ['1:2:3:4', undefined],
  ['1,5', undefined],
  ['1m30s', undefined],
  ['1e3', undefined],
])('%j is %s seconds', (text, seconds) => expect(parseVideoTime(text)).toBe(seconds));
