/** Model output passes unchanged, except for its citation marks. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { passages } from './testing/passages.ts';
import { cutAt, readCited } from './testing/read-events.ts';

const BEES = passages([
  'Honey bees dance to tell where flowers are. The dance points to the sun.',
  'A hive holds one queen. Workers feed the queen and clean the hive.',
  'Bees see ultraviolet light. Flowers show ultraviolet patterns to bees.',
]);
const cite = (deltas: readonly string[]) => readCited(deltas, BEES);

describe('answer text', () => {
  it.each([
    'years [1999] and [2001, 2003], and page [12345]',
    'xs = [1, 2]',
    'print(xs[1])',
    'xs[1] = 3, then xs[1].length',
    'a probability in [0, 1]',
    'Run `print(xs[1])` or ``a `b` [1]``.',
    '```python\nxs = [1, 2]\nprint(xs [1])\n```\n',
    '~~~\nbees [1]\n```\nqueen [2]\n~~~\n',
    '- A list:\n\n  ```\n  bees [1]\n  ```\n',
    'Bees:\n\n    dance [1]\n    queen [2]\n\n',
    '$[1, 2]$ and $x_{[1]}$',
    '$$\nbees [1]\n\n[2]\n$$\n',
    '\\[ bees [1] \\] and \\(hive [2]\\)',
    '\\[\nbees [1]\n\\]\n',
    'Bees \\[1\\] dance.',
    '[1](https://example.org) and [bees [1]](https://example.org/a_(b) "queen [2]")',
    '<https://example.org/?q[1]> https://example.org/a[1]',
    '[Bees dance][1] in the hive.',
    'Bees.\n\n[1]: https://example.org\n[^2]: The queen lays [1] eggs.\n',
    'She wrote “bees dance [1] in the hive” and "the queen [2] lives" and «bees [1]».',
    'Er schrieb: „bees dance [1] in the hive“ und 「bees [1]」.',
    '> As bees [1] dance in the hive, the queen lives.\n',
  ])('with brackets of its own is unchanged: %j', (text) => {
    expect(cite([text]).text).toBe(text);
    expect(cite(text.split('')).text).toBe(text);
    expect(cite([text]).citations).toEqual([]);
  });
  it.each([
    ['Bees dance for $5 [1] or $6.', 'Bees dance for $5 [1] or $6.'],
    ['> Bees dance in the hive [1].', '> Bees dance in the hive [1].'],
    ['> Bees dance. [1] The queen lives. [2]', '> Bees dance. [1] The queen lives. [2]'],
    ['“Bees dance” [1], the 5" hive [2].', '“Bees dance” [1], the 5" hive [2].'],
    ['Bees “dance [1].\n\nThe queen` lives [2].', 'Bees “dance [1].\n\nThe queen` lives [2].'],
    ['`bees` dance (https://example.org) [1]', '`bees` dance (https://example.org) [1]'],
    ['```\nbees [2]\n```\nBees dance [1].', '```\nbees [2]\n```\nBees dance [1].'],
    ['1. Bees dance\n\n    in the hive [1].', '1. Bees dance\n\n    in the hive [1].'],
    ['Bees dance ([1]).', 'Bees dance ([1]).'],
    ['[a] [9][1] bees dance', '[a] [1] bees dance'],
  ])('is told apart from marks next to it: %j', (text, expected) => {
    expect(cite([text]).text).toBe(expected);
    expect(cite(text.split('')).text).toBe(expected);
  });
  it('after a mark at the start of an item is the claim of that mark', () => {
    const { text, citations } = cite([
      'The sun is what the dance points to.\n\n- [3] Flowers show ultraviolet patterns\n- [1] Workers clean the queen [2].\n',
    ]);
    expect(text).toBe(
      'The sun is what the dance points to.\n\n- [1] Flowers show ultraviolet patterns\n- Workers clean the queen [2].\n',
    );
    expect(citations.map((it) => it.locator.quote)).toEqual([
      'Flowers show ultraviolet patterns to bees.',
      'Workers feed the queen and clean the hive.',
    ]);
  });
});

describe('Markdown', () => {
  const block = fc.oneof(
    fc.constantFrom(
      '# Bees\n\n',
      '- A hive\n  - and its queen\n- [x] done\n\n',
      '1. One\n2. Two\n\n',
      '```js\nconst xs = [1, 2];\nxs[1];\n```\n\n',
      '$$\nx = [1, 2]\n$$\n\n',
      '| a | b[1999] |\n|---|---|\n| `c[1]` | $d[2]$ |\n\n',
      'Code:\n\n    indented [1]\n\n',
      '[1]: https://example.org "Bees [2]"\n\n',
      '[^1]: Of the queen [2].\n\n',
      '> Quoted [1] from a book.\n\n',
      '***\n\n',
    ),
    fc
      .array(
        fc.constantFrom(
          'Bees dance',
          ' in `f([1])`',
          ' of $[1, 2]$',
          ' “see [3]”',
          ' (years [1999])',
          ' [a link](https://example.org/[1])',
          ' **bold**, _slanted_',
          ' xs = [1, 2]',
          ' 😀',
          '\n',
          ' [',
          ' ]',
          ' $5',
          ' 6" wide',
          '. ',
          '  \n',
        ),
        { minLength: 1, maxLength: 8 },
      )
      .map((it) => `${it.join('')}.\n\n`),
  );
  it('without marks is unchanged byte for byte', () => {
    fc.assert(
      fc.property(
        fc.array(block, { maxLength: 6 }).map((it) => it.join('')),
        fc.array(fc.nat(400), { maxLength: 40 }),
        (text, cuts) => {
          expect(cite(cutAt(text, cuts)).text).toBe(text);
        },
      ),
      { numRuns: 1500 },
    );
  });
});
