import fc from 'fast-check';
import { expect, it } from 'vitest';
import { createThoughtFilter } from './thought-filter.ts';

const filtered = (deltas: readonly string[]): string => {
  const filter = createThoughtFilter();
  return deltas.map((it) => filter.pass(it)).join('') + filter.rest();
};

it.each([
  ['<think>\nHm. Is it so?\n</think>\n\nYes.', 'Yes.'],
  ['\n<think></think>\n\nYes.', '\nYes.'],
  ['<thinking>a < b</thinking>Yes.', 'Yes.'],
  ['One.\n<think>more</think>\nTwo.', 'One.\nTwo.'],
  ['Use the tag <think> to think.', 'Use the tag <think> to think.'],
  ['a < b, <b>c</b> and <thin', 'a < b, <b>c</b> and <thin'],
  ['<', '<'],
  ['<thi', '<thi'],
  ['<thinner> soup', '<thinner> soup'],
  ['<think>cut off', ''],
])('reads %j as %j, cut into any pieces', (text, left) => {
  expect(filtered([text])).toBe(left);
  expect(filtered(text.split(''))).toBe(left);
  fc.assert(
    fc.property(fc.array(fc.nat(text.length), { maxLength: 6 }), (cuts) => {
      const places = [...new Set(cuts)].sort((a, b) => a - b);
      expect(
        filtered([...places, text.length].map((end, at) => text.slice(places[at - 1] ?? 0, end))),
      ).toBe(left);
    }),
    { numRuns: 30 },
  );
});
