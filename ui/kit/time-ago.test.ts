import { expect, it } from 'vitest';
import { timeAgo } from './time-ago.ts';

it('says how long ago something was', () => {
  const now = new Date('2026-03-05T12:00:00Z');
  expect(
    [
      '2026-03-05T11:59:30Z',
      '2026-03-05T09:00:00Z',
      '2026-03-04T12:00:00Z',
      '2025-12-05T12:00:00Z',
    ].map((at) => timeAgo(at, now)),
  ).toEqual(['30 seconds ago', '3 hours ago', 'yesterday', '3 months ago']);
});
