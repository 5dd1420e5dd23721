import { expect, it } from 'vitest';
import { nameAddition } from './name-addition.ts';

it.each([
  ['https://en.wikipedia.org/wiki/Spacing_effect', 'Spacing effect'],
  ['https://example.org/papers/learning-that-lasts.pdf', 'Learning that lasts'],
  ['https://www.youtube.com/watch?v=dQw4w9WgXcQ', 'youtube.com'],
  ['https://example.org/2024/11/', 'example.org'],
  ['https://de.wikipedia.org/wiki/Ged%C3%A4chtnis', 'Gedächtnis'],
  ['https://example.org/%E0%A4%A', '%E0%A4%A'],
])('names a thread of %s “%s”', (link, name) => expect(nameAddition([], [link])).toBe(name));

it('names a thread after its first file', () => {
  expect(nameAddition(['field_notes.pdf', 'b.pdf'], ['https://example.org/a'])).toBe('Field notes');
});
