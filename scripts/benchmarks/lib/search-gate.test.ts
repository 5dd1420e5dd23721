import { expect, it } from 'vitest';
import { gateFailures, type SetRatios } from './search-gate.ts';

const set = (more: Partial<SetRatios> = {}, ratios: SetRatios['ratios'] = {}): SetRatios => ({
  set: 'cranfield',
  language: 'en',
  passages: 1_400,
  ratios: {
    'nDCG@10': 1.1,
    'recall@10': 1.1,
    'queries/s': 0.4,
    'passages/s indexed': 0.1,
    'index bytes': 1.4,
    ...ratios,
  },
  ...more,
});

it('passes if the index ranks better at a bounded cost', () => {
  expect(gateFailures([set(), set({ set: 'xquad-ru', language: 'ru' })])).toEqual([]);
});

it.each([
  ['nDCG@10', 0.9],
  ['recall@10', 0.9],
  ['queries/s', 0.1],
  ['passages/s indexed', 0.01],
  ['index bytes', 3],
  ['index bytes', undefined],
])('fails for %s at %s of FTS5', (column, value) => {
  const failures = gateFailures([set(), set({ set: 'cacm' }, { [column]: value })]);
  expect(failures.join()).toContain(`cacm: ${column}`);
});

it('fails if only other sets than the English ones are better than FTS5', () => {
  const level = set({}, { 'nDCG@10': 1, 'recall@10': 1 });
  expect(gateFailures([level, set({ language: 'zh' }, { 'nDCG@10': 8 })])).toHaveLength(2);
});

it("doesn't judge the cost of a small set", () => {
  expect(gateFailures([set(), set({ passages: 240 }, { 'queries/s': 0.03 })])).toEqual([]);
});
