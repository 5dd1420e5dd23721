import { expect, test } from 'vitest';
import { decodeHtml } from './decode-html.ts';

const utf8 = (text: string) => new TextEncoder().encode(text);
const bytes = (...values: (string | number[])[]) =>
  Uint8Array.from(
    values.flatMap((value) => (typeof value === 'string' ? [...utf8(value)] : value)),
  );

test.each([
  ['nothing declared, UTF-8', utf8('<p>“naïve”'), '', '<p>“naïve”'],
  [
    'nothing declared, windows-1252',
    bytes('<p>', [0x93], 'na', [0xef], 've', [0x94]),
    'text/html',
    '<p>“naïve”',
  ],
  [
    'the header goes before the page',
    bytes('<meta charset="shift_jis"><p>', [0xcd, 0xcf, 0xd2, 0xc5]),
    'text/html; charset=KOI8-R',
    '<meta charset="shift_jis"><p>море',
  ],
  ['declared windows-1252, in truth UTF-8', utf8('<p>—'), 'text/html; charset=ISO-8859-1', '<p>—'],
  [
    'declared gb2312, in truth UTF-8',
    utf8('<meta charset="gb2312"><p>人工智能'),
    '',
    '<meta charset="gb2312"><p>人工智能',
  ],
  [
    'declared UTF-8 by the server, another by the page',
    bytes('<meta charset="shift_jis"><p>', [0x92, 0xaa]),
    'text/html; charset=utf-8',
    '<meta charset="shift_jis"><p>潮',
  ],
  [
    'byte order mark',
    bytes([0xff, 0xfe], [0x3c, 0, 0x70, 0, 0x3e, 0, 0xe9, 0]),
    'text/html; charset=ascii',
    '<p>é',
  ],
  ['an unknown label', utf8('<p>é'), 'text/html; charset=no-such-thing', '<p>é'],
  [
    'one cut character',
    bytes('<p>é '.repeat(400), [0xc3]),
    'text/html; charset=utf-8',
    `${'<p>é '.repeat(400)}\uFFFD`,
  ],
  ['not composed', utf8('<p>e\u0301'), '', '<p>é'],
  [
    'ISO-2022-JP is ASCII to look at',
    bytes('<p>', [0x1b, 0x24, 0x42, 0x44, 0x2c, 0x1b, 0x28, 0x42]),
    'text/html; charset=iso-2022-jp',
    '<p>潮',
  ],
])('%s', (_, input, header, expected) => {
  expect(decodeHtml(input, header)).toBe(expected);
});
