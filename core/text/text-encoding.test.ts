import { expect, it } from 'vitest';
import { textEncodingOf } from './text-encoding.ts';

const utf16 = (text: string, isBig = false): Uint8Array => {
  const bytes = new Uint8Array(text.length * 2);
  const view = new DataView(bytes.buffer);
  for (let at = 0; at < text.length; at += 1) view.setUint16(at * 2, text.charCodeAt(at), !isBig);
  return bytes;
};
const utf8 = (text: string) => new TextEncoder().encode(text);
const latin1 = (text: string) => Uint8Array.from(text, (it) => it.charCodeAt(0));

it.each<[string, Uint8Array, string | undefined]>([
  ['ASCII', utf8('A wall of stone.'), 'utf-8'],
  ['nothing', new Uint8Array(), 'utf-8'],
  ['UTF-8', utf8('Über die Brücke 橋'), 'utf-8'],
  ['UTF-8 that ends within a character', utf8('a 橋').subarray(0, -1), 'utf-8'],
  ['Windows-1252', latin1('Über die Brücke'), 'windows-1252'],
  ['UTF-16 with a byte order mark', utf16('\ufeff橋の上'), 'utf-16le'],
  ['big-endian UTF-16 with a byte order mark', utf16('\ufeff橋の上', true), 'utf-16be'],
  ['UTF-16 without a byte order mark', utf16('A wall of stone, Brücke.'), 'utf-16le'],
  ['big-endian UTF-16 without a byte order mark', utf16('A wall of stone.', true), 'utf-16be'],
  ['terminal colours', utf8('\u001b[31mred\u001b[0m'), 'utf-8'],
  ['zeros', new Uint8Array(100), undefined],
  ['UTF-32', Uint8Array.from([0xff, 0xfe, 0, 0, 65, 0, 0, 0]), undefined],
  ['a zip file', latin1('PK\u0003\u0004\u0014\u0000\u0000\u0000\b\u0000abc'), undefined],
  ['an image', latin1('\u0089PNG\r\n\u001a\n\u0000\u0000\u0000\rIHDR\u0000\u0000'), undefined],
  ['many control characters', latin1('\u0001\u0002abc\u0003'.repeat(50)), undefined],
])('%s', (_name, bytes, encoding) => {
  expect(textEncodingOf(bytes)).toBe(encoding);
});
