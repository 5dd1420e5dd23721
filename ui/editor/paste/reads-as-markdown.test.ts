import { expect, test } from 'vitest';
import { readsAsMarkdown } from './reads-as-markdown.ts';

test.each([
  ['# Ice', true],
  ['- one\n- two', true],
  ['1. one\n2. two', true],
  ['- [ ] melt', true],
  ['> quoted', true],
  ['```js\nx\n```', true],
  ['| a | b |\n| - | - |', true],
  ['It is **very** cold.', true],
  ['See [ice](https://example.org).', true],
  ['See [01:23](?source=s1&at=83).', true],
  ['$$\nx\n$$', true],
  ['above\n---\nbelow', true],
  // Two weak signs are required.
  ['Some *stress* and `code`.', true],
  ['Some *stress* alone.', false],
  ['`code` alone', false],
  ['- a dash at the start', false],
  ['2 * 3 * 4 = 24', false],
  ['snake_case_name and other_case_name', false],
  ['It costs $5 or $6.', false],
  ['#hashtag', false],
  ['Plain words.\nOn two lines.', false],
  ['', false],
])('%j is Markdown: %s', (text, isMarkdown) => expect(readsAsMarkdown(text)).toBe(isMarkdown));
