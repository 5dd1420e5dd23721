import { expect, test } from 'vitest';
import { Citation } from '#core/contract/ask.ts';
import { copyMarkdown } from './copy-markdown.ts';

const SOURCE = '0198c0de-0000-7000-8000-0000000000a1';
const citations = [
  {
    mark: 1,
    source_id: SOURCE,
    title: 'A [talk]',
    locator: { medium: 'timed', startS: 83.4, endS: 90, quote: 'x' },
  },
  { mark: 2, source_id: SOURCE, title: 'Paper', locator: { medium: 'paged', page: 4, quote: 'y' } },
  {
    mark: 3,
    source_id: SOURCE,
    title: 'Unused',
    locator: { medium: 'flow', paragraph: 2, quote: 'z', prefix: '', suffix: '' },
  },
].map((it) => Citation.parse(it));

test('turns citations into links, listed below', () => {
  expect(
    copyMarkdown(
      'It holds [1], **mostly** [2][1]. Not this [7].',
      citations,
      'https://gloss.test/t/talk',
    ),
  ).toBe(
    [
      `It holds [[1]](https://gloss.test/t/talk?source=${SOURCE}&at=83), **mostly** [[2]](https://gloss.test/t/talk?source=${SOURCE}&page=4)[[1]](https://gloss.test/t/talk?source=${SOURCE}&at=83). Not this .`,
      '',
      `- [1] [A \\[talk\\], 01:23](https://gloss.test/t/talk?source=${SOURCE}&at=83)`,
      `- [2] [Paper, page 4](https://gloss.test/t/talk?source=${SOURCE}&page=4)`,
    ].join('\n'),
  );
});

test('copies an answer without citations unchanged', () =>
  expect(copyMarkdown('Nothing.\n', [], 'x')).toBe('Nothing.'));

test('leaves brackets in code unchanged', () =>
  expect(copyMarkdown('Take `xs[1]`.', citations, 'x')).toBe('Take `xs[1]`.'));
