/** How much of a playlist, channel or feed is taken, as options of commands. */
import { InvalidArgumentError } from 'commander';
import { z } from 'zod';

export function parseSince(text: string): string {
  const day = z.iso.date().safeParse(text);
  if (!day.success) throw new InvalidArgumentError('It must be a day like 2026-01-31.');
  return day.data;
}
export function parseMax(text: string): number {
  const max = Number(text);
  if (!Number.isInteger(max) || max < 1 || max > 5000)
    throw new InvalidArgumentError('It must be a number from 1 to 5000.');
  return max;
}
