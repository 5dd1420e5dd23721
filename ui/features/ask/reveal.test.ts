import { expect, it } from 'vitest';
import { nextLength } from './reveal.ts';

/** All displayed states of a text, step by step. */
function steps(text: string): string[] {
  const shown = [0];
  while ((shown.at(-1) ?? 0) < text.length) shown.push(nextLength(text, shown.at(-1) ?? 0));
  return shown.map((n) => text.slice(0, n));
}

it('shows one word at a time, however much arrives at once', () => {
  expect(steps('A gloss explains words.')).toEqual([
    '',
    'A',
    'A gloss',
    'A gloss explains',
    'A gloss explains words.',
  ]);
  const long = Array.from({ length: 500 }, (_, n) => `word${n}`).join(' ');
  expect(steps(long)).toHaveLength(501);
});

it('includes the spaces after the last word', () => {
  expect(steps('A gloss\n')).toEqual(['', 'A', 'A gloss', 'A gloss\n']);
});

it('continues word by word after a pause at a space', () => {
  expect(nextLength('A gloss ', 7)).toBe(8);
  expect(nextLength('A gloss explains words.', 8)).toBe(16);
});

it('works in scripts without spaces', () => {
  expect(steps('言'.repeat(240)).map((it) => it.length)).toEqual(
    Array.from({ length: 11 }, (_, n) => n * 24),
  );
});
