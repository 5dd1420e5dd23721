import { renderToStaticMarkup } from 'react-dom/server';
import Markdown from 'react-markdown';
import remarkGfm from 'remark-gfm';
import { expect, it } from 'vitest';
import { hostileMarkdown } from '#core/editor/testing/hostile-markdown.ts';
import { answerParts } from './answer-parts.ts';

/** Far above what any of them takes alone, even on a busy machine. */
const MOST_MS = 20_000;
const draw = (text: string): string =>
  answerParts(text)
    .map((part) =>
      part.isPlain
        ? part.text
        : renderToStaticMarkup(<Markdown remarkPlugins={[remarkGfm]}>{part.text}</Markdown>),
    )
    .join('');

it.each([
  'open brackets',
  'quotes',
  'quotes with spaces',
  'lists on a line',
  'items',
  'nested emphasis',
  'emphasis that opens',
  'nested links',
  'references',
  'wide table',
  'long table',
  'paragraphs',
])(
  'renders 200,000 characters of %s in bounded time',
  (family) => {
    const begun = performance.now();
    expect(draw(hostileMarkdown(200_000)[family] ?? '').length).toBeGreaterThan(1_000);
    expect(performance.now() - begun).toBeLessThan(MOST_MS);
  },
  2 * MOST_MS,
);

it('renders Markdown of people and models completely', () => {
  const section =
    '## A heading\n\nA paragraph of **some** words [1], with a [link](https://example.org).\n\n- one\n- two\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\n```js\nlet a;\n```\n\n';
  const text = section.repeat(40);
  expect(answerParts(text).filter((part) => part.isPlain)).toEqual([]);
  expect(
    answerParts(text)
      .map((part) => part.text)
      .join(''),
  ).toBe(text);
});
