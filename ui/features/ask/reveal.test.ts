import { expect, test } from 'vitest';
import { nextLength } from './reveal.ts';

test('grows by whole words and ends with the whole text', () => {
  const text = 'One answer that comes in bursts reads as if it were written.';
  const shown: string[] = [];
  for (let length = 0; length < text.length;) {
    length = nextLength(text, length);
    shown.push(text.slice(0, length));
  }
  expect(shown.at(-1)).toBe(text);
  for (const part of shown) expect(text.slice(part.length)).toMatch(/^(\s|$)/);
});

test('a word without an end does not hold it up', () => {
  const text = 'x'.repeat(500);
  expect(nextLength(text, 0)).toBe(50);
});
