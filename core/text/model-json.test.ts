import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseModelJson } from './model-json.ts';

test('repairs raw line breaks and tabs in strings', () => {
  expect(parseModelJson('{"title":"Two\nlines",\n\t"tags":["a\tb","c\r\nd"]}')).toEqual({
    title: 'Two\nlines',
    tags: ['a\tb', 'c\r\nd'],
  });
});

test('distinguishes an escaped quotation mark from the end of a string', () => {
  expect(parseModelJson('{"a":"say \\"hi\nthere\\"","b":"\\\\"}')).toEqual({
    a: 'say "hi\nthere"',
    b: '\\',
  });
});

test('parses any JSON value like JSON.parse, also with raw line breaks', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      const json = JSON.stringify(value, null, 2);
      expect(parseModelJson(json)).toEqual(JSON.parse(json));
    }),
  );
  fc.assert(
    fc.property(fc.array(fc.constantFrom('a', '\n', '"', '\\', '\t', '{')), (parts) => {
      const value = { text: parts.join('') };
      const raw = JSON.stringify(value).replaceAll(/\\\\|\\n|\\t/g, (found) =>
        found === '\\n' ? '\n' : found === '\\t' ? '\t' : found,
      );
      expect(parseModelJson(raw)).toEqual(value);
    }),
  );
});

test.each(['', '{', '{"a":\n', '"a\n', 'no JSON'])('rejects %j', (text) => {
  expect(() => parseModelJson(text)).toThrow(SyntaxError);
});
