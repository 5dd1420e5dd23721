import { expect, it } from 'vitest';
import { nextLength } from './reveal.ts';

/** All the lengths that are shown of a text that has arrived whole. */
function lengths(text: string): number[] {
  const shown = [0];
  for (let left = 10; (shown.at(-1) ?? 0) < text.length; left -= 1)
    shown.push(nextLength(text, shown.at(-1) ?? 0, left));
  return shown;
}

it('shows a word at a time of what is short', () => {
  expect(
    lengths('A gloss explains words.').map((n) => 'A gloss explains words.'.slice(0, n)),
  ).toEqual(['', 'A', 'A gloss', 'A gloss explains', 'A gloss explains words.']);
});

it('shows whole words, and all of them within ten steps, however much arrives at once', () => {
  const text = Array.from({ length: 500 }, (_, n) => `word${n}`).join(' ');
  const shown = lengths(text);
  expect(shown.length).toBeLessThanOrEqual(11);
  expect(shown.slice(1, -1).every((n) => text[n] === ' ')).toBe(true);
});

it('goes on in a script that has no spaces', () => {
  const shown = lengths('言'.repeat(240));
  expect(shown.slice(1)).toEqual([24, 48, 72, 96, 120, 144, 168, 192, 216, 240]);
});
