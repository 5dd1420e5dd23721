import { expect, it } from 'vitest';
import { Recent } from './recent.ts';
import { TermSlots } from './term-slots.ts';

it('keeps what is asked for, lets the rest go, and never holds more than its bound', () => {
  const recent = new Recent<number>(10, () => 1);
  recent.set(0, 0);
  for (let key = 1; key < 100; key += 1) {
    expect(recent.get(0)).toBe(0);
    recent.set(key, key);
  }
  const held = Array.from({ length: 100 }, (_, key) => recent.get(key)).filter(
    (it) => it !== undefined,
  );
  expect(held).toContain(99);
  expect(held.length).toBeLessThanOrEqual(10);
  recent.clear();
  expect(recent.get(99)).toBeUndefined();
});

it('finds each of many terms at its first place, and no other', () => {
  const terms = Array.from({ length: 2_000 }, (_, at) => at * 1_024 + 1);
  const slots = TermSlots.from([...terms, ...terms]);
  expect(terms.map((term) => slots.of(term))).toEqual(terms.map((_, at) => at));
  expect([0, 2, 1_024, 5_000_000].map((term) => slots.of(term))).toEqual([-1, -1, -1, -1]);
  expect(TermSlots.from([]).of(0)).toBe(-1);
});
