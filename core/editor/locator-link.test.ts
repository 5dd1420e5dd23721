import { describe, expect, test } from 'vitest';
import {
  escapeMarkdown,
  LOCATOR_LINK,
  quoteTokenizer,
  parseLocatorQuery,
  readQuote,
  spanLabel,
  unescapeMarkdown,
  writeLocatorQuery,
  writeQuote,
  type LocatorLink,
  type Quote,
} from './locator-link.ts';

describe('locators in URLs', () => {
  test.each([
    ['a second', { medium: 'timed', position: 83 }, '?source=s-1&at=83'],
    ['a span', { medium: 'timed', position: 83.5, extra: 105 }, '?source=s-1&at=83.5&to=105'],
    ['a page', { medium: 'paged', position: 4 }, '?source=s-1&page=4'],
    [
      'the second of two areas',
      { medium: 'paged', position: 4, extra: 1 },
      '?source=s-1&page=4&n=1',
    ],
    ['a paragraph', { medium: 'flow', position: 12, extra: 0 }, '?source=s-1&p=12&n=0'],
  ] as const)('%s', (_, at, query) => {
    const linked: LocatorLink = { sourceId: 's-1', extra: undefined, ...at };
    expect(writeLocatorQuery(linked)).toBe(query);
    expect(parseLocatorQuery(query)).toEqual(linked);
  });
  test.each([
    '',
    '?source=s1',
    '?at=83',
    '?source=s1&at=',
    '?source=s1&at=-3',
    '?source=s1&line=3',
    '?source=s1&at=83&more=1',
    '?source=s 1&at=83',
    'https://example.org/?source=s1&at=83',
  ])('%j is not a locator', (query) => expect(parseLocatorQuery(query)).toBe(undefined));
});

test.each([
  ['timed', 83, 105, '01:23–01:45'],
  ['timed', 83, undefined, '01:23'],
  ['timed', 83, 83, '01:23'],
  ['timed', 83, 20, '01:23'],
  ['paged', 4, 6, 'page 4–page 6'],
] as const)('%s from %d to %s is %j', (medium, position, end, label) =>
  expect(spanLabel(medium, position, end)).toBe(label),
);

test.each(['a*b_c', '[x](y)', 'C:\\dir', '<b>&"quoted"</b>', '`code`', 'plain'])(
  'escapes %j so that it reads back unchanged',
  (text) => expect(unescapeMarkdown(escapeMarkdown(text))).toBe(text),
);

test.each([
  ['[01:23](?source=s1&at=83 "A quote") and more', '01:23', 'A quote'],
  ['[page 4](?source=s1&page=4)', 'page 4', undefined],
  ['[a \\] b](?source=s1&p=2)', 'a \\] b', undefined],
])('finds the link at the start of %j', (text, label, quote) => {
  const match = LOCATOR_LINK.exec(text);
  expect([match?.[1], match?.[3]]).toEqual([label, quote]);
});
test.each([
  'see [01:23](?source=s1&at=83)',
  '[x](https://example.org)',
  '[x](?source=s1&at=83',
  '[two\nlines](?source=s1&at=83)',
])("%j doesn't start with a locator link", (text) => expect(LOCATOR_LINK.test(text)).toBe(false));

describe('a quote in Markdown', () => {
  const tokenizer = quoteTokenizer('clip');
  const reread = (markdown: string): Quote | undefined => {
    const token = tokenizer.tokenize(markdown, [], {} as never);
    return token ? readQuote(token) : undefined;
  };
  const at: LocatorLink = { sourceId: 's1', medium: 'timed', position: 83, extra: 105 };
  test.each([
    ['one line', { heading: undefined, text: 'Ice is a rock.' }],
    ['with a heading', { heading: 'Why it melts', text: 'Ice is a rock.' }],
    ['several lines', { heading: undefined, text: 'One.\n\nTwo.' }],
    ['Markdown syntax', { heading: 'A *b*', text: '[x](y) & <i> "q" \\ `z`' }],
    ['key points', { heading: 'Ice', text: '- Not *one*.', keypoints: ['A *rock*', '- [cold]'] }],
    ['only key points', { heading: undefined, text: '', keypoints: ['It melts.'] }],
    ['no text', { heading: undefined, text: '' }],
  ])('%s reads back unchanged', (_, part) => {
    const quote: Quote = { ...part, at, label: '01:23–01:45' };
    const markdown = writeQuote('clip', quote);
    expect(markdown.split('\n').every((line) => line.startsWith('>'))).toBe(true);
    expect(reread(markdown)).toEqual(quote);
  });
  test('is readable in other programs', () =>
    expect(writeQuote('clip', { heading: 'H', text: 'Words.', at, label: '01:23' })).toBe(
      '> **H**\n>\n> Words.\n>\n> [01:23](?source=s1&at=83&to=105 "clip")',
    ));
  test('keeps its heading on one line', () =>
    expect(reread(writeQuote('clip', { heading: 'a\nb', text: 'c', at, label: '' }))?.heading).toBe(
      'a b',
    ));
  test.each([
    ['another block', '> Words.\n>\n> [01:23](?source=s1&at=83 "moment")'],
    ['a plain quote', '> Words.'],
    ['a link elsewhere', '> [x](https://example.org "clip")'],
    ['text before it', 'x\n> [01:23](?source=s1&at=83 "clip")'],
  ])('is not recognised in %s', (_, markdown) => expect(reread(markdown)).toBe(undefined));
});
