import { expect, test } from 'vitest';
import { MediaSlots } from './media-slots.ts';

const BUSY = 'Too many people are watching';
const nothing = () => undefined;

test('limits the streams of a source, and frees one that nobody reads', () => {
  let now = 0;
  const ended: number[] = [];
  const slots = new MediaSlots(() => now);
  const a = { source: 'a', owner: 'ada' };
  const taken = Array.from({ length: 12 }, (_, at) => slots.take(a, () => ended.push(at)));
  expect(() => slots.take(a, nothing)).toThrow(BUSY);
  expect(() => slots.take({ source: 'b', owner: 'ada' }, nothing)).not.toThrow();
  now = 6_000;
  for (const [at, slot] of taken.entries()) if (at !== 3) slot.moved();
  slots.take(a, nothing);
  expect(ended).toEqual([3]);
  expect(() => slots.take(a, nothing)).toThrow(BUSY);
  taken[0]?.leave();
  expect(() => slots.take(a, nothing)).not.toThrow();
  expect(ended).toEqual([3]);
});

test('limits the streams of a person, and leaves slots for others', () => {
  const slots = new MediaSlots(() => 0);
  for (let at = 0; at < 48; at += 1) slots.take({ source: `source ${at}`, owner: 'ada' }, nothing);
  expect(() => slots.take({ source: 'one more', owner: 'ada' }, nothing)).toThrow(BUSY);
  expect(() => slots.take({ source: 'one more', owner: 'bob' }, nothing)).not.toThrow();
});

test('limits all streams together', () => {
  const slots = new MediaSlots(() => 0);
  for (let at = 0; at < 192; at += 1)
    slots.take({ source: `source ${at}`, owner: `owner ${at}` }, nothing);
  expect(() => slots.take({ source: 'one more', owner: 'bob' }, nothing)).toThrow(BUSY);
});
