import { expect, test } from 'vitest';
import { pageOf, pastedLink, secondOf } from './pasted-link.ts';

test.each([
  [' https://example.org/ice ', 'https://example.org/ice'],
  ['HTTP://example.org', 'HTTP://example.org'],
  ['https://example.org https://example.com', undefined],
  ['See https://example.org', undefined],
  ['example.org', undefined],
  ['javascript:alert(1)', undefined],
  ['https://', undefined],
  ['https://[', undefined],
  ['', undefined],
])('pasted text %j is the address %s', (text, link) => expect(pastedLink(text)).toBe(link));

test.each([
  ['https://youtu.be/x?t=83', 83],
  ['https://youtu.be/x?t=83s', 83],
  ['https://youtu.be/x?t=1h2m3s', 3723],
  ['https://youtu.be/x?t=2m', 120],
  ['https://www.youtube.com/embed/x?start=30', 30],
  ['https://example.org/a.mp4#t=12', 12],
  ['https://example.org/a.mp4#page=1&t=12', 12],
  ['https://youtu.be/x', 0],
  ['https://youtu.be/x?t=soon', 0],
  ['https://youtu.be/x?t=-5', 0],
])('%s leads to second %d', (address, second) => expect(secondOf(address)).toBe(second));

test.each([
  ['https://example.org/a.pdf#page=7', 7],
  ['https://example.org/a.pdf#zoom=2&page=7', 7],
  ['https://example.org/a.pdf#page=0', 1],
  ['https://example.org/a.pdf#mypage=7', 1],
  ['https://example.org/a.pdf?page=7', 1],
  ['https://example.org/a.pdf', 1],
])('%s leads to page %d', (address, page) => expect(pageOf(address)).toBe(page));
