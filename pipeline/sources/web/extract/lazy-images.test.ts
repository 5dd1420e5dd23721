import { expect, test } from 'vitest';
import { parsePage, resolveAddresses } from '#pipeline/sources/html-document.ts';
import { resolveLazyImages } from './lazy-images.ts';

const DOT = 'data:image/gif;base64,R0lGODlhAQABAAAAACw=';
function addresses(html: string): (string | null)[] {
  const document = parsePage(`<html><body>${html}</body></html>`);
  resolveAddresses(document, 'https://a.example/story');
  resolveLazyImages(document);
  expect(document.querySelector('source,noscript,[srcset],[loading]')).toBeNull();
  return [...document.querySelectorAll('img')].map((image) => image.getAttribute('src'));
}

test.each([
  ['as it is', '<img src="sea.jpg" loading="lazy">', ['https://a.example/sea.jpg']],
  ['data-src over a dot', `<img src="${DOT}" data-src="/sea.jpg">`, ['https://a.example/sea.jpg']],
  [
    'data-src over a placeholder',
    '<img src="/img/placeholder.png" data-original="lazy.png">',
    ['https://a.example/lazy.png'],
  ],
  [
    'a real picture stays',
    '<img src="/sea.jpg" data-src="/sea-for-print.jpg">',
    ['https://a.example/sea.jpg'],
  ],
  [
    'the list of sizes, wide enough but no wider',
    `<img src="${DOT}" data-srcset="s.jpg 320w, m.jpg 1280w, l.jpg 4000w">`,
    ['https://a.example/m.jpg'],
  ],
  [
    'the sources of a picture',
    '<picture><source data-srcset="/sea.webp 1x, /sea-2.webp 2x"><img alt="sea"></picture>',
    ['https://a.example/sea-2.webp'],
  ],
  [
    'noscript beside a dot',
    `<img class="lazy" src="${DOT}"><noscript><img src="/sea.jpg"></noscript>`,
    ['https://a.example/sea.jpg'],
  ],
  [
    'noscript alone',
    '<p>a</p><noscript><img src="/sea.jpg" alt="sea"></noscript>',
    ['https://a.example/sea.jpg'],
  ],
])('%s', (_, html, expected) => {
  expect(addresses(html)).toEqual(expected);
});

test('drops tracking pixels', () => {
  const document = parsePage(
    '<html><body><p>a</p><noscript><img src="https://t.example/1.gif" width="1" height="1"></noscript></body></html>',
  );
  resolveLazyImages(document);
  expect(document.querySelector('body > img')).toBeNull();
});
