import { describe, expect, test } from 'vitest';
import { hostileDocuments } from '#pipeline/testing/hostile-documents.ts';
import { safeCss } from '#pipeline/stages/safe-css.ts';
import { cssTokens } from './css-tokens.ts';
import { cssNeeds, rewriteCss } from './web/extract/page-css.ts';

const BASE = 'https://a.example/css/main.css';
const read = (css: string) => [...cssTokens(css)].map(({ type, value }) => [type, value]);

describe('tokens', () => {
  test.each([
    ['@im\\70ort', [['at', 'import']]],
    ['url( a.png )', [['url', 'a.png']]],
    ['\\75RL(a)', [['url', 'a']]],
    [
      'url("a")',
      [
        ['function', 'url'],
        ['string', 'a'],
        ['sign', ')'],
      ],
    ],
    [
      'url(a"b)c',
      [
        ['bad', ''],
        ['name', 'c'],
      ],
    ],
    ['"a\\"b"', [['string', 'a"b']]],
    [
      '"a\nb',
      [
        ['bad', ''],
        ['space', ' '],
        ['name', 'b'],
      ],
    ],
    ["'a\\\nb'", [['string', 'ab']]],
    [
      '/* a */b/*',
      [
        ['comment', ''],
        ['name', 'b'],
        ['comment', ''],
      ],
    ],
    [
      'a:b',
      [
        ['name', 'a'],
        ['sign', ':'],
        ['name', 'b'],
      ],
    ],
    ['\\', [['sign', '\\']]],
    ['\\0 \\110000 ', [['name', '\ufffd\ufffd']]],
  ])('of %j', (css, tokens) => {
    expect(read(css)).toEqual(tokens);
  });

  test('contain every character of a sheet, in order', () => {
    const css =
      '@media (min-width:1em){a::before{content:"\\201c";background:url( x.png )/*c*/}} <!-- -->é"';
    expect([...cssTokens(css)].map(({ start, end }) => css.slice(start, end)).join('')).toBe(css);
  });
});

test('lists each absolute address that a sheet would load once, in order', () => {
  expect(
    cssNeeds(
      `
    @import "one.css"; @import url(two.css) screen; @import url( 'three.css' ) layer(base);
    /* @import "never.css"; url(never.png) */
    @font-face { src: url(f.eot), url("f.woff") format("woff"), url(f.woff2) }
    a { background: url(a.png), url("../b.png"), url(data:image/png;base64,AA), url(#g), url(c.svg), url(a.png) }
  `,
      BASE,
    ),
  ).toEqual({
    imports: [
      'https://a.example/css/one.css',
      'https://a.example/css/two.css',
      'https://a.example/css/three.css',
    ],
    pictures: ['https://a.example/css/a.png', 'https://a.example/b.png'],
    fonts: ['https://a.example/css/f.woff2'],
  });
});

test('inlines imports with their media queries, and replaces addresses', () => {
  const by = {
    import: ({ url, media }: { url: string | undefined; media: string }) =>
      `[${url ?? ''}|${media}]`,
    address: (found: string) => found.toUpperCase(),
  };
  expect(rewriteCss('@import "a.css" screen and (min-width:1em);b{c:url( d.png )}', BASE, by)).toBe(
    '[https://a.example/css/a.css|screen and (min-width:1em)]b{c:url("D.PNG")}',
  );
});

const sheets = hostileDocuments().filter(({ kind }) => kind === 'css');
/** In ms, for 0.5 MB; quadratic parsing takes minutes. */
const LONGEST_MS = 2_000;
test.each(sheets.map(({ name, bytes }) => [name, new TextDecoder().decode(bytes)] as const))(
  'reads %s quickly',
  (_, css) => {
    for (const step of [
      () => cssNeeds(css, BASE),
      () => rewriteCss(css, BASE, { import: () => '', address: () => 'x' }),
      () => safeCss(css),
    ]) {
      const begunMs = performance.now();
      step();
      expect(performance.now() - begunMs).toBeLessThan(LONGEST_MS);
    }
  },
);

/** Fragments that break CSS parsers in combination. */
const SHARDS = [
  'url(',
  'URL(',
  '\\75',
  '\\75 ',
  '\\000075rl(',
  'rl(',
  'u',
  '"',
  "'",
  ')',
  '(',
  '/*',
  '*/',
  '/',
  '@',
  '@import',
  '\\40import',
  'import',
  ';',
  '{',
  '}',
  ' ',
  '\n',
  '\\',
  '\\\n',
  'http://a/',
  'data:image/png,',
  'image-set(',
  'src(',
  '\\73rc(',
  'expression(',
  'a',
  ':',
  '<',
  '</style>',
  '\f',
  '\r',
  '\0',
  'é',
  '!',
  '-->',
  '<!--',
  'behavior',
  ':',
];
/** Park–Miller generator, so that failures are reproducible. */
function* numbers(seed: number): Generator<number, never> {
  for (let now = seed; ; ) {
    now = (now * 48_271) % 2_147_483_647;
    yield now;
  }
}

test('a safe sheet loads nothing, and sanitising it again loads nothing either', () => {
  const random = numbers(21);
  const pick = () => SHARDS[random.next().value % SHARDS.length] ?? '';
  for (let n = 0; n < 20_000; n += 1) {
    const css = Array.from({ length: 1 + (random.next().value % 12) }, pick).join('');
    const safe = safeCss(css);
    expect(safe, css).not.toMatch(/<[/!a-z?]/i);
    const needs = cssNeeds(safe, 'https://b.example/');
    expect(
      [needs.imports, needs.pictures, needs.fonts],
      `${JSON.stringify(css)} → ${JSON.stringify(safe)}`,
    ).toEqual([[], [], []]);
    const unsafe = [...cssTokens(safe)].filter(
      ({ type, value }) => type === 'function' && /^(?:src|image-set|expression)$/.test(value),
    );
    expect(unsafe, css).toEqual([]);
  }
});
