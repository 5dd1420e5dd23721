import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createOutputSanitiser } from './output-sanitiser.ts';

const through = (deltas: readonly string[]): string => {
  const filter = createOutputSanitiser();
  return deltas.map((it) => filter.pass(it)).join('') + filter.rest();
};
const cutAlike = (text: string): string => {
  const whole = through([text]);
  expect(through(text.split(''))).toBe(whole);
  fc.assert(
    fc.property(fc.array(fc.nat(text.length), { maxLength: 6 }), (cuts) => {
      const places = [...new Set(cuts)].sort((a, b) => a - b);
      expect(
        through([...places, text.length].map((end, at) => text.slice(places[at - 1] ?? 0, end))),
      ).toBe(whole);
    }),
    { numRuns: 20 },
  );
  return whole;
};

describe('model output', () => {
  it.each([
    [
      'a picture becomes a link',
      'See ![a](https://evil.example/x.png?q=1).',
      'See ! [a](https://evil.example/x.png?q=1).',
    ],
    [
      'by reference too',
      '![a][ref]\n\n[ref]: https://evil.example',
      '! [a][ref]\n\n[ref]: https://evil.example',
    ],
    [
      'HTML becomes its text',
      'A <img src=x onerror=alert(1)> B </b> <!-- c --> <?php',
      'A \\<img src=x onerror=alert(1)> B \\</b> \\<!-- c --> \\<?php',
    ],
    ['an address in angle brackets too', '<https://evil.example>', '\\<https://evil.example>'],
    ['what is escaped is not escaped away', '\\<b> \\\\<b> \\![a](b)', '\\<b> \\\\\\<b> \\![a](b)'],
    ['comparisons and marks stay', 'a < b, 3<4, Wow! [1] 1 <- 2', 'a < b, 3<4, Wow! [1] 1 <- 2'],
    ['a mark after an exclamation keeps its form', 'Bees dance![1]', 'Bees dance! [1]'],
    [
      'code stays',
      'Use `<div>` and ``a ` <b>`` and `vec![1]`.',
      'Use `<div>` and ``a ` <b>`` and `vec![1]`.',
    ],
    ['code at the end of a line stays', '`<b>`\n`<i>`', '`<b>`\n`<i>`'],
    ['an open backtick hides nothing', 'a ` <img src=x> b', 'a ` \\<img src=x> b'],
    ['nor does one that is escaped', 'a \\` <img src=x> ` b', 'a \\` \\<img src=x> ` b'],
    ['nor does one in the address of a link', '[a](<`>)<img src=x>`', '[a](<`>)\\<img src=x>`'],
    ['nor in its title on the next line', '[a](u "\n`")<img src=x>`', '[a](u "\n`")\\<img src=x>`'],
    ['code after such a paragraph stays', '[a](b)\n\n`<b>`', '[a](b)\n\n`<b>`'],
    ['nor do the cells of a table', '| ` | <img src=x> | ` |', '| ` | \\<img src=x> | ` |'],
    [
      'a fence stays',
      '```html\n<img src=x>\n![a](b)\n```\n<img src=x>',
      '```html\n<img src=x>\n![a](b)\n```\n\\<img src=x>',
    ],
    [
      'a longer fence ends with as long a one',
      '~~~~\n~~~\n<b>\n~~~~\n<b>',
      '~~~~\n~~~\n<b>\n~~~~\n\\<b>',
    ],
    ['a fence within a list hides nothing', '- ```\n  <b>\n\n<b>', '- ```\n  \\<b>\n\n\\<b>'],
    ['what only begins as a fence is none', '``` `a` <b>', '``` `a` \\<b>'],
    ['line ends of Windows do not matter', '```\r\n<b>\r\n```\r\n<b>', '```\n<b>\n```\n\\<b>'],
    ['an end in the middle of it', 'a <', 'a <'],
    ['an open fence', '```js\n<b>', '```js\n<b>'],
  ])('%s', (_, written, shown) => {
    expect(cutAlike(written)).toBe(shown);
  });
});
