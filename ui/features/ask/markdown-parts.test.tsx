import { renderToStaticMarkup } from 'react-dom/server';
import Markdown from 'react-markdown';
import remarkGfm from 'remark-gfm';
import { expect, it } from 'vitest';
import { markdownParts } from './markdown-parts.ts';

const BLOCKS = [
  'A paragraph of **some** words [1].',
  'Two lines\nof one paragraph.',
  '## A heading',
  '- one\n- two',
  '- loose\n\n- list',
  '- item\n\n  with a paragraph of its own',
  '1. first\n\n2. second',
  '1) first',
  '* starred',
  '**bold** begins',
  '```js\nlet a;\n\nA line in a fence.\n```',
  '~~~\n```\n\nStill within.\n~~~',
  '    code by its indent\n\n    and more',
  '> said\n\n> again',
  '| a | b |\n|---|---|\n| 1 | 2 |',
  '---',
  'Title\n===',
  '“Quoted” words',
  '中文的一段话。',
  '2026 was a year',
  '<b>no tag</b>',
  '[a link](https://example.org)',
  '- [ ] a task',
];
const html = (text: string) =>
  renderToStaticMarkup(<Markdown remarkPlugins={[remarkGfm]}>{text}</Markdown>).replaceAll(
    />\s+</g,
    '><',
  );
const inParts = (text: string) => markdownParts(text).map(html).join('').replaceAll(/>\s+</g, '><');

it('renders parts like the whole, whichever blocks follow each other', () => {
  for (const one of BLOCKS)
    for (const two of BLOCKS) {
      const text = `${one}\n\n${two}\n\nAn end.`;
      expect(markdownParts(text).join('')).toBe(text);
      expect(inParts(text), text).toBe(html(text));
    }
});

it('keeps one part if it contains definitions or an open fence', () => {
  for (const text of [
    'See [r].\n\nMore.\n\n[r]: https://example.org',
    'Noted[^1].\n\nMore.\n\n[^1]: There.',
    '```\nopen\n\nStill code.',
  ])
    expect(markdownParts(text)).toEqual([text]);
});

it('keeps earlier parts unchanged while the text grows', () => {
  const text = BLOCKS.filter((it) => !it.startsWith('```') && !it.startsWith('~')).join('\n\n');
  let before: string[] = [];
  for (let length = 1; length <= text.length; length++) {
    const now = markdownParts(text.slice(0, length));
    // The last line may turn out to continue the previous text: `1` becomes `1.`.
    expect(now.slice(0, Math.max(0, before.length - 2))).toEqual(before.slice(0, -2));
    before = now;
  }
});
