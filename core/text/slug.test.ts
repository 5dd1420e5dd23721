import fc from 'fast-check';
import { expect, it } from 'vitest';
import { slugOf } from './slug.ts';

it('keeps letters and digits, with a dash between words', () => {
  expect(slugOf('  Café & Crème: 2 ways!  ')).toBe('cafe-creme-2-ways');
  expect(slugOf('記憶と忘却')).toBe('記憶と忘却');
  expect(slugOf('— ? —')).toBe('');
});

it('splits no letter, and has no dash at its end', () => {
  const slug = slugOf('𐐜𐐔'.repeat(40), 61);
  expect([slug.length, decodeURIComponent(encodeURIComponent(slug))]).toEqual([60, slug]);
  expect(slugOf('ab cd', 3)).toBe('ab');
  expect(slugOf('ab-𐐜', 4)).toBe('ab');
  expect([slugOf('हिन्दी', 3), slugOf('हिन्दी', 2), slugOf('हिन्दी', 1)]).toEqual(['हि', 'हि', '']);
});

it.each([
  ['  --a--b--  ', 'a-b'],
  ['C++ & C#', 'c-c'],
  ['Ǆungla', 'dzungla'],
  ['İstanbul', 'istanbul'],
  ['ﬁrst ²', 'first-2'],
  ['Ærø', 'ærø'],
  ['한국어 노트', '한국어-노트'],
  ['が ぎ', 'が-ぎ'],
  ['../../etc/passwd', 'etc-passwd'],
  ['a\0b\nc', 'a-b-c'],
  ['100%', '100'],
  ['हिन्दी में नोट्स', 'हिन्दी-में-नोट्स'],
  ['การเรียนรู้ที่ดี', 'การเรียนรู้ที่ดี'],
  ['คำถาม', 'คำถาม'],
  ['தமிழ் மொழி', 'தமிழ்-மொழி'],
  ['क्\u200dष', 'क्ष'],
  ['ত\u09c7\u09be', 'তো'],
  ['I ❤\ufe0f it 1\ufe0f\u20e3', 'i-it-1'],
  ['\u0902 a', 'a'],
])('%j becomes %j', (text, slug) => expect(slugOf(text)).toBe(slug));

it('is valid in URLs and file names for any text', () =>
  fc.assert(
    fc.property(
      fc.oneof(fc.string({ unit: 'grapheme' }), fc.string({ unit: 'binary' })),
      fc.integer({ min: 1, max: 70 }),
      (text, maxLength) => {
        const slug = slugOf(text, maxLength);
        expect(slug).toMatch(
          /^(?:[\p{L}\p{N}][\p{L}\p{N}\p{M}]*(?:-[\p{L}\p{N}][\p{L}\p{N}\p{M}]*)*)?$/u,
        );
        expect(slug.length).toBeLessThanOrEqual(maxLength);
        expect(slug.isWellFormed()).toBe(true);
        expect(slug).toBe(slug.normalize('NFC'));
        expect(slugOf(slug, maxLength)).toBe(slug);
      },
    ),
  ));
