// @vitest-environment node
import { JSDOM } from 'jsdom';
import { expect, test } from 'vitest';
import { showPictures } from './reader-pictures.ts';

const HOST = 'https://content.example';
const saved = new Map([['https://site.example/a.png?x=1&y=2', `${HOST}/c/one`]]);
const shown = (html: string) => showPictures(html, (address) => saved.get(address));
const documentOf = (html: string) => JSDOM.fragment(shown(html));
const page = new JSDOM('').window.document;
function serialised(html: string): string {
  page.body.replaceChildren(JSDOM.fragment(html));
  return page.body.innerHTML;
}

/** Returns every URL that a browser would load by itself. */
function asked(html: string): string[] {
  const found = [...documentOf(html).querySelectorAll('*')].flatMap((element) =>
    ['src', 'srcset', 'poster', 'data', 'background'].flatMap(
      (name) => element.getAttribute(name) ?? [],
    ),
  );
  return found.filter((address) => !address.startsWith(HOST) && !address.startsWith('data:'));
}

test('serves a saved image from the content host when it is scrolled to, with its size and alt text', () => {
  const image = documentOf(
    '<p><img src="https://site.example/a.png?x=1&amp;y=2" srcset="https://site.example/b.png 2x" sizes="100vw" alt="a &quot;chart&quot;" width="640" height="480"></p>',
  ).querySelector('img');
  expect(
    Object.fromEntries([...(image?.attributes ?? [])].map(({ name, value }) => [name, value])),
  ).toEqual({
    src: `${HOST}/c/one`,
    alt: 'a "chart"',
    width: '640',
    height: '480',
    loading: 'lazy',
    decoding: 'async',
  });
});

test("turns an image that was not saved into a link with its alt text, and keeps the page's text", () => {
  const document = documentOf(
    '<p data-p="1">One <img src="https://evil.example/pixel.png?a=1&amp;b=2" alt="a map"> two</p>',
  );
  const link = document.querySelector('a');
  expect([link?.href, link?.target, link?.rel, link?.getAttribute('aria-label')]).toEqual([
    'https://evil.example/pixel.png?a=1&b=2',
    '_blank',
    'noopener noreferrer nofollow',
    'Open image: a map',
  ]);
  expect(document.querySelector('p')?.textContent).toBe('One  two');
});

test.each([
  ['a tracker goes', '<img src="https://evil.example/t.gif" width="1" height="1">', ''],
  ['a picture without an address goes', '<img alt="x">', ''],
  [
    'a picture that the page holds stays',
    '<img src="data:image/png;base64,AAAA" alt="dot">',
    '<img src="data:image/png;base64,AAAA" alt="dot" loading="lazy" decoding="async">',
  ],
  ['a drawing in a data: address goes', '<img src="data:image/svg+xml,%3Csvg%3E">', ''],
  [
    'text that looks like a picture stays as it is',
    '<pre>&lt;img src="https://site.example/b.png"&gt;</pre>',
    '<pre>&lt;img src="https://site.example/b.png"&gt;</pre>',
  ],
  [
    'an attribute that looks like a picture stays as it is',
    '<p title="<img src=https://site.example/b.png>">x</p>',
    '<p title="<img src=https://site.example/b.png>">x</p>',
  ],
])('%s', (_, html, expected) => {
  expect(shown(html)).toBe(expected);
});

test('does not nest links when the image is in a link', () => {
  const document = documentOf(
    '<a href="https://site.example/full"><img src="https://evil.example/p.png" alt="the tide table"></a><img src="https://evil.example/q.png">',
  );
  expect([...document.querySelectorAll('a')].map((link) => link.href)).toEqual([
    'https://site.example/full',
    'https://evil.example/q.png',
  ]);
  expect(document.querySelector('a > [role="img"]')?.getAttribute('aria-label')).toBe(
    'the tide table',
  );
});

test('turns each video and audio into one link, and hides fallback content', () => {
  const document = documentOf(
    '<video poster="https://evil.example/p.png" src="https://evil.example/f.mp4" controls><track src="https://evil.example/t.vtt">Old browser</video>' +
      '<audio><source src="https://evil.example/s.ogg"><source src="https://evil.example/s.mp3">Old</audio><picture><source srcset="https://evil.example/w.webp"><img src="https://evil.example/w.png"></picture>',
  );
  expect(
    [...document.querySelectorAll('a')].map((link) => [
      link.getAttribute('aria-label'),
      link.href,
      link.closest('[hidden]'),
    ]),
  ).toEqual([
    ['Open video', 'https://evil.example/f.mp4', null],
    ['Open audio', 'https://evil.example/s.ogg', null],
    ['Open image', 'https://evil.example/w.png', null],
  ]);
  expect(
    [...document.querySelectorAll('[hidden]')].map((element) => element.textContent).join(''),
  ).toBe('Old browserOld');
});

test('contains nothing that makes a browser request another host', () => {
  const parts = [
    '<img src="https://e.example/1">',
    '<img alt="&quot;><img src=https://e.example/2>" src="http://e.example/3">',
    '<video poster="https://e.example/4">',
    '<source src="//e.example/5" srcset="https://e.example/6">',
    '</video>',
    '</a>',
    '<a href="https://e.example/7">',
    '<track src="https://e.example/8">',
    '<audio src="https://e.example/9">',
    '<picture>',
    '<p title="a > b < c">',
    '<img src="https://e.example/10',
    '<img\nsrc="https://e.example/12">',
    '<IMG SRC="https://e.example/13">',
    '<img/src="https://e.example/14">',
  ];
  // As the sanitiser writes it: a serialised tree.
  for (const first of parts)
    for (const second of parts) expect(asked(serialised(first + second))).toEqual([]);
});

test.each([
  ['pictures', '<img src="https://e.example/1">'],
  ['unclosed tags', '<img src="'],
  ['openings', '<'],
  ['quotes', '<a "'],
  ['films', '<video><source src="https://e.example/1">'],
  ['spaces', '<img  '],
])('takes linear time for a megabyte of %s', (_, part) => {
  const html = part.repeat(2 ** 20 / part.length);
  // CPU time of this thread, without work that other tests left running.
  const started = process.threadCpuUsage();
  showPictures(html, () => undefined);
  expect(process.threadCpuUsage(started).user / 1000).toBeLessThan(500);
});
