import { expect, it } from 'vitest';
import { suggestionsAt, withOperator, withoutRange } from './suggestions.ts';

const names = {
  tags: ['marine biology', 'biology', 'bees'],
  folders: ['Work/Reading'],
  channels: ['example.org'],
};
const at = (text: string, caret = text.length) =>
  suggestionsAt(text, caret, names).map((it) => it.text);

it('suggests values for the operator at the caret, prefix matches first', () => {
  expect(at('x tag:')).toEqual(['x tag:"marine biology" ', 'x tag:biology ', 'x tag:bees ']);
  expect(at('tag:bio')).toEqual(['tag:biology ', 'tag:"marine biology" ']);
  expect(at('-tag:BE')).toEqual(['-tag:bees ']);
  expect(at('folder:"wo')).toEqual(['folder:Work/Reading ']);
  expect(at('site:')).toEqual(['site:example.org ']);
  expect(at('is:fa')).toEqual(['is:failed ', 'is:favorite ']);
  expect(at('in:an')).toEqual(['in:answers ']);
});

it('replaces the value at the caret, and puts the caret after it', () => {
  const [first] = suggestionsAt('tag:bexx otters', 6, names);
  expect(first).toEqual({ value: 'bees', text: 'tag:bees otters', caret: 9 });
});

it('suggests nothing for words, dates, complete values and unknown operators', () => {
  for (const text of ['otters', 'xtag:b', 'before:20', 'tag:bees', 'tag:zebra', 'tag:bees '])
    expect(at(text)).toEqual([]);
});

it('adds an operator to a query, and removes one', () => {
  expect([withOperator('', 'tag'), withOperator('otters ', 'is')]).toEqual(['tag:', 'otters is:']);
  expect(withoutRange('sea tag:x otters', 4, 9)).toBe('sea otters');
  expect(withoutRange('tag:x', 0, 5)).toBe('');
});
