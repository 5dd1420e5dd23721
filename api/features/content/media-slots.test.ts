import { expect, test } from 'vitest';
import { MediaSlots } from './media-slots.ts';

const MOST_OF_SOURCE = 12;

test('a source has so many streams at once, and one that nobody reads makes room', () => {
  let now = 0;
  const ended: number[] = [];
  const slots = new MediaSlots(() => now);
  const taken = Array.from({ length: MOST_OF_SOURCE }, (_, at) => slots.take('a', () => ended.push(at)));
  expect(() => slots.take('a', () => undefined)).toThrow('Too many people watch');
  expect(() => slots.take('b', () => undefined)).not.toThrow();
  now = 6_000;
  for (const [at, slot] of taken.entries()) if (at !== 3) slot.moved();
  slots.take('a', () => undefined);
  expect(ended).toEqual([3]);
  expect(() => slots.take('a', () => undefined)).toThrow('Too many people watch');
  taken[0]?.leave();
  expect(() => slots.take('a', () => undefined)).not.toThrow();
  expect(ended).toEqual([3]);
});

test('all sources together have so many', () => {
  const slots = new MediaSlots(() => 0);
  for (let at = 0; at < 96; at += 1) slots.take(`source ${at}`, () => undefined);
  expect(() => slots.take('one more', () => undefined)).toThrow('Too many people watch');
});
