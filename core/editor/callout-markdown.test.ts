import { describe, expect, test } from 'vitest';
import { calloutLines, calloutTokenizer, writeCallout } from './callout-markdown.ts';

const tokenizer = calloutTokenizer('insight');
const read = (markdown: string) => tokenizer.tokenize(markdown, [], {} as never);

describe('a callout in Markdown', () => {
  test.each([
    ['a line', ['Ice is a rock.']],
    ['lines with an empty one', ['Ice is a rock.', '', 'It flows.']],
    ['a quote in it', ['> He said so.']],
  ])('%s reads back unchanged', (_, lines) => {
    const token = read(writeCallout('insight', lines));
    expect(token && calloutLines(token)).toEqual(lines);
  });
  test('is written as a blockquote without trailing spaces', () =>
    expect(writeCallout('insight', ['One.', '', 'Two.'])).toBe('> [!INSIGHT]\n> One.\n>\n> Two.'));
  test('is recognised in any case, and ends with the quote', () => {
    const token = read('> [!Insight]  \n>Ice.\n\nAfter it.');
    expect(token).toMatchObject({ type: 'insight', raw: '> [!Insight]  \n>Ice.\n' });
    expect(token && calloutLines(token)).toEqual(['Ice.']);
  });
  test.each([
    ['another kind', '> [!QUESTION]\n> Why?'],
    ['text after the kind', '> [!INSIGHT] Ice\n> melts'],
    ['a plain quote', '> Ice.'],
    ['text before it', 'x\n> [!INSIGHT]\n> Ice.'],
  ])('is not recognised in %s', (_, markdown) => expect(read(markdown)).toBe(undefined));
  test('has no text without lines', () => expect(calloutLines({ lines: 3 })).toEqual([]));
});
