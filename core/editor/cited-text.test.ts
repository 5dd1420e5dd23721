import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Citation } from '../contract/ask.ts';
import {
  type CitedText,
  citedSources,
  citedTextTokenizer,
  readCitedText,
  writeCitedText,
} from './cited-text.ts';
import { docFromMarkdown, docToMarkdown } from './markdown.ts';

const A = '0198c0de-0000-7000-8000-0000000000a1';
const B = '0198c0de-0000-7000-8000-0000000000a2';
const tokenizer = citedTextTokenizer('summary');
const token = (markdown: string) => tokenizer.tokenize(markdown, [], {} as never);
const quoting = (quote: string): CitedText => ({
  title: '',
  text: '',
  citations: [{ ...paged, locator: { ...paged.locator, quote } }],
});
const reread = (it: CitedText): CitedText | undefined => {
  const found = token(writeCitedText('summary', it));
  return found ? readCitedText(found) : undefined;
};
const cite = (mark: number, source_id: string, locator: unknown, title = 'On margins'): Citation =>
  Citation.parse({ mark, source_id, title, locator });
const timed = cite(1, A, { medium: 'timed', startS: 83, endS: 83, quote: 'A gloss' });
const paged = cite(2, B, { medium: 'paged', page: 4, quote: 'The margin' });
const flow = cite(3, B, { medium: 'flow', paragraph: 12, quote: 'Ink', prefix: '', suffix: '' });

describe('text with citations', () => {
  it('is a collapsed section that other programs can read', () =>
    expect(
      writeCitedText('summary', { title: 'In short', text: 'A note [1].', citations: [timed] }),
    ).toBe(
      [
        '<details data-block="summary"><summary>In short</summary>',
        '',
        'A note [1].',
        '',
        `[1]: [On margins](?source=${A}&at=83 "A gloss")`,
        '',
        '</details>',
      ].join('\n'),
    ));

  it.each([
    ['of every medium', { title: 'T', text: 'One [1], two [2].', citations: [timed, paged, flow] }],
    ['without citations', { title: 'T', text: 'Nothing cited.', citations: [] }],
    ['without a title', { title: '', text: 'Text', citations: [paged] }],
    ['without text', { title: 'T', text: '', citations: [timed] }],
    ['with markup in its title', { title: '</summary> & <b>', text: 'x', citations: [] }],
    [
      'with its own end in its text',
      { title: 'T', text: 'a\n</details>\nb </details>', citations: [timed] },
    ],
    ['with a line separator in its quote', quoting('a\u2028b')],
    ['with code and lists', { title: 'T', text: '- a\n- b\n\n```\nlet a;\n```', citations: [] }],
  ] satisfies [string, CitedText][])('%s reads back unchanged', (_, it) =>
    expect(reread(it)).toEqual(it),
  );

  it('reads back unchanged for any content', () => {
    const words = fc
      .string({ unit: 'grapheme', maxLength: 200 })
      .filter((it) => !it.includes('&lt;/details>'));
    fc.assert(
      fc.property(words, words, words, (title, text, quote) => {
        const cited = { ...paged, title, locator: { ...paged.locator, quote } };
        expect(reread({ title, text, citations: [cited] })).toEqual({
          title,
          text: text.trim(),
          citations: [cited],
        });
      }),
    );
  });

  it('keeps its title, citation titles and quotes on one line each', () => {
    const cited = cite(1, A, { ...paged.locator, quote: 'two\nlines' }, 'A\nB');
    const it = reread({ title: 'In\nshort', text: 'x', citations: [cited] });
    expect([it?.title, it?.citations[0]?.title, it?.citations[0]?.locator.quote]).toEqual([
      'In short',
      'A B',
      'two lines',
    ]);
  });
  it('keeps the start second of a cited position', () => {
    const cited = cite(1, A, { medium: 'timed', startS: 83.9, endS: 120, quote: 'A gloss' });
    expect(reread({ title: '', text: 'x', citations: [cited] })?.citations[0]?.locator).toEqual({
      medium: 'timed',
      startS: 83,
      endS: 83,
      quote: 'A gloss',
    });
  });

  it.each([
    ['a definition of an ordinary link', '[1]: https://example.org'],
    ['a citation of page 0', `[1]: [x](?source=${A}&page=0 "y")`],
    ['a citation of a source that has no id', '[1]: [x](?source=s1&page=4 "y")'],
    ['a citation with mark 0', `[0]: [x](?source=${A}&page=4 "y")`],
  ])('keeps %s as text', (_, line) => {
    const read = reread({ title: '', text: `Before\n${line}`, citations: [] });
    expect(read).toEqual({ title: '', text: `Before\n${line}`, citations: [] });
  });

  it.each([
    ['of another block', '<details data-block="ai-note"><summary>T</summary>\n\nx\n\n</details>'],
    ['that does not end', '<details data-block="summary"><summary>T</summary>\n\nx'],
    ['without a title', '<details data-block="summary">\n\nx\n\n</details>'],
    ['of ordinary HTML', '<details><summary>T</summary>\n\nx\n\n</details>'],
    [
      'later in the text',
      'x\n<details data-block="summary"><summary>T</summary>\n\nx\n\n</details>',
    ],
  ])('is not recognised in %s', (_, markdown) => expect(token(markdown)).toBeUndefined());
  it('ends at its closing tag and keeps the text after it', () => {
    const own = writeCitedText('summary', { title: 'T', text: 'x', citations: [] });
    const [found, next] = [token(`${own}\nafter`), `${own}\n${own}`];
    expect(found?.raw).toBe(`${own}\n`);
    expect(token(next)?.raw).toBe(`${own}\n`);
  });
  it('without a body or a title reads as empty', () =>
    expect(readCitedText({ type: 'summary' })).toEqual({ title: '', text: '', citations: [] }));

  it('works between other text', () => {
    const markdown = `Before\n\n${writeCitedText('summary', { title: 'T', text: 'x [2]', citations: [paged] })}\n\nAfter`;
    const doc = docFromMarkdown(markdown);
    expect(doc.content?.map(({ type }) => type)).toEqual(['paragraph', 'summary', 'paragraph']);
    expect(doc.content?.[1]?.attrs).toMatchObject({
      clip_heading: 'T',
      summary: 'x [2]',
      sources: [B],
      isReady: true,
    });
    expect(docToMarkdown(doc)).toBe(markdown);
  });
});

it('lists each cited source once, in citation order', () => {
  expect(citedSources([paged, timed, flow])).toEqual([B, A]);
  expect(citedSources([])).toEqual([]);
});
