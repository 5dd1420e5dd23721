import { expect, it } from 'vitest';
import { LruCache } from './lru-cache.ts';
import { TermSlots } from './term-slots.ts';

it('keeps recently used entries within its capacity', () => {
  const cache = new LruCache<number>(10, () => 1);
  cache.set(0, 0);
  for (let key = 1; key < 100; key += 1) {
    expect(cache.get(0)).toBe(0);
    cache.set(key, key);
  }
  const held = Array.from({ length: 100 }, (_, key) => cache.get(key)).filter(
    (it) => it !== undefined,
  );
  expect(held).toContain(99);
  expect(held.length).toBeLessThanOrEqual(10);
  cache.clear();
  expect(cache.get(99)).toBeUndefined();
});

it('finds each of many terms in its first slot, and no other term', () => {
  const terms = Array.from({ length: 2_000 }, (_, at) => at * 1_024 + 1);
  const slots = TermSlots.from([...terms, ...terms]);
  expect(terms.map((term) => slots.slotOf(term))).toEqual(terms.map((_, at) => at));
  expect([0, 2, 1_024, 5_000_000].map((term) => slots.slotOf(term))).toEqual([-1, -1, -1, -1]);
  expect(TermSlots.from([]).slotOf(0)).toBe(-1);
});
