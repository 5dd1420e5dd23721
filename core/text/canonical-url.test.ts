import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { canonicalUrl, isSamePage, parseWebAddress, youtubeVideoId } from './canonical-url.ts';

const WATCH = 'https://www.youtube.com/watch?v=dQw4w9WgXcQ';
const ONE_PAGE: readonly (readonly [string, readonly string[]])[] = [
  [
    'https://example.com/A?b=1',
    [
      'HTTPS://Example.COM:443/A?b=1#part',
      'https://user:secret@example.com/A?b=1',
      'https://example.com./A?b=1',
      'https://example.com//A?b=1',
      'https://example.com/%41?b=1&',
    ],
  ],
  [
    'http://example.com/',
    ['http://example.com:80', 'http://example.com/?', 'http://example.com#top'],
  ],
  [
    'https://example.com/x?id=7',
    [
      'https://example.com/x?utm_source=a&id=7&utm_medium=b&fbclid=c&gclid=d',
      'https://example.com/x?id=7?utm_source=mail&utm_medium=b',
      'https://example.com/x?id=7&amp;utm_campaign=z',
      'https://example.com/x?id=7&UTM_Term=z&&',
      'https://example.com/x?id=7&mc_cid=1&mc_eid=2',
      'https://example.com/x?fb_action_ids=1&fb_action_types=og.likes&id=7',
      'https://example.com/x?id=7&_openstat=abc',
      'https://example.com/x?at_medium=social&at_campaign=x&id=7',
      'https://example.com/x;jsessionid=0A1B?id=7',
      'https://example.com/x?id=7&_hsenc=p2&_hsmi=3',
      'https://example.com/x?id=7&utm%5Fsource=a',
      'https://example.com/x?id=7#:~:text=some%20words',
      'https://example.com/x?id=7&amp=1',
      'https://example.com/x?id=7&outputType=amp',
    ],
  ],
  ['https://example.com/x?q=a%20b+c', ['https://example.com/x?q=a%20b+c&UTM_Campaign=z']],
  [
    'https://example.com/~me/caf%C3%A9',
    ['https://example.com/%7Eme/caf%c3%a9', 'https://example.com/~me/café'],
  ],
  [
    'https://xn--mnchen-3ya.example/%C3%BC',
    ['https://münchen.example/ü', 'https://MÜNCHEN.example/%c3%bc'],
  ],
  ['https://example.com/100%25', ['https://example.com/100%']],
  ['https://example.com/#!/page/2', ['https://example.com/#!/page/2:~:text=x']],
  ['https://app.example.com/#/notes/7', ['https://app.example.com/?utm_source=x#/notes/7']],
  [
    'https://news.example.com/story?x=1',
    [
      'https://www.google.com/amp/s/news.example.com/story?x=1',
      'https://news-example-com.cdn.ampproject.org/c/s/news.example.com/story?x=1',
      'https://www.google.com/url?sa=t&url=https%3A%2F%2Fnews.example.com%2Fstory%3Fx%3D1&usg=y',
    ],
  ],
  [
    'https://example.com/2026/11/how-the-otters-slept',
    [
      'https://example.com/2026/11/how-the-otters-slept/amp',
      'https://example.com/2026/11/how-the-otters-slept/amp/?amp',
    ],
  ],
  [
    'https://example.com/story.html',
    ['https://example.com/story.amp.html', 'https://example.com/story.html/amp'],
  ],
  [
    'https://en.wikipedia.org/wiki/Otter',
    [
      'http://en.m.wikipedia.org/wiki/Otter#Sea_otters',
      'https://en.wikipedia.org/wiki/Otter?wprov=sfla1',
      'https://en.m.wikipedia.org/wiki/Otter?useskin=vector',
    ],
  ],
  [
    'https://x.com/jack/status/20',
    [
      'https://twitter.com/jack/status/20?s=20&t=abc',
      'https://mobile.twitter.com/jack/status/20/photo/1',
      'https://www.x.com/jack/status/20',
    ],
  ],
  [
    'https://www.amazon.de/dp/B00EXAMPLE',
    [
      'https://www.amazon.de/Ein-Ding-mit-Namen/dp/B00EXAMPLE/ref=sr_1_1?keywords=ding&qid=1&sr=8-1',
      'http://amazon.de/gp/product/B00EXAMPLE?tag=me-21',
      'https://m.amazon.de/dp/B00EXAMPLE/',
    ],
  ],
  [
    'https://medium.com/@a/title-1a2b',
    [
      'https://medium.com/@a/title-1a2b?source=rss-abc------2',
      'https://medium.com/@a/title-1a2b?source=friends_link',
    ],
  ],
  [
    'https://blog.example.com/title-1a2b',
    ['https://blog.example.com/title-1a2b?source=rss----7f60cf5620c9---4'],
  ],
  [
    'https://doi.org/10.1000/182',
    ['http://dx.doi.org/10.1000/182', 'https://www.doi.org/10.1000/182'],
  ],
  [
    'https://arxiv.org/abs/2101.00001',
    ['http://www.arxiv.org/abs/2101.00001', 'https://export.arxiv.org/abs/2101.00001?context=cs'],
  ],
  [
    'https://vimeo.com/76979871',
    [
      'https://player.vimeo.com/video/76979871?autoplay=1',
      'https://www.vimeo.com/76979871?share=copy',
    ],
  ],
  ['https://vimeo.com/76979871/ab12', ['https://player.vimeo.com/video/76979871?h=ab12']],
  [
    'https://www.youtube.com/playlist?list=PL123',
    [
      'https://youtube.com/playlist?list=PL123&si=x',
      'https://m.youtube.com/playlist?list=PL123&feature=share',
    ],
  ],
  [
    'https://www.theguardian.com/world/2026/a-b',
    ['https://amp.theguardian.com/world/2026/a-b?CMP=share_btn_tw'],
  ],
  [
    'https://docs.google.com/spreadsheets/d/abc/edit#gid=12',
    ['https://docs.google.com/spreadsheets/d/abc/edit?utm_source=x#gid=12'],
  ],
  [
    WATCH,
    [
      'https://youtu.be/dQw4w9WgXcQ?si=abc&t=42',
      'http://youtube.com/watch?v=dQw4w9WgXcQ&list=PL1&index=3',
      'https://m.youtube.com/watch?app=desktop&v=dQw4w9WgXcQ',
      'https://music.youtube.com/watch?v=dQw4w9WgXcQ',
      'https://www.youtube.com/shorts/dQw4w9WgXcQ?feature=share',
      'https://www.youtube.com/live/dQw4w9WgXcQ',
      'https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ?rel=0',
      'https://www.youtube.com/v/dQw4w9WgXcQ',
      'https://www.youtube.com/attribution_link?u=%2Fwatch%3Fv%3DdQw4w9WgXcQ',
      'https://www.google.com/amp/s/youtu.be/dQw4w9WgXcQ',
      'https://consent.youtube.com/m?continue=https%3A%2F%2Fwww.youtube.com%2Fwatch%3Fv%3DdQw4w9WgXcQ&gl=DE',
      'https://l.facebook.com/l.php?u=https%3A%2F%2Fyoutu.be%2FdQw4w9WgXcQ&h=AT0',
      'https://www.youtubekids.com/watch?v=dQw4w9WgXcQ',
      'https://www.youtube.com/watch_popup?v=dQw4w9WgXcQ',
    ],
  ],
];
const TWO_PAGES: readonly (readonly [string, string])[] = [
  ['http://example.com/', 'http://example.com:8080/'],
  ['https://example.com/a', 'https://example.com/A'],
  ['https://example.com/a', 'https://example.com/a/'],
  ['https://example.com/', 'https://example.com/index.html'],
  ['https://example.com/x?a=1&b=2', 'https://example.com/x?b=2&a=1'],
  ['https://example.com/x?page=1', 'https://example.com/x?page=2'],
  ['https://example.com/x?source=nyt', 'https://example.com/x?source=bbc'],
  ['https://example.com/x?ref=1', 'https://example.com/x?ref=2'],
  ['https://example.com/guitars/amp', 'https://example.com/guitars'],
  ['https://example.com/x?amp=60', 'https://example.com/x'],
  ['https://example.com/#!/a', 'https://example.com/#!/b'],
  ['https://app.example.com/#/a', 'https://app.example.com/#/b'],
  ['https://example.com/a%2Fb', 'https://example.com/a/b'],
  ['https://example.com/a+b', 'https://example.com/a%20b'],
  ['https://m.example.com/x', 'https://example.com/x'],
  ['https://arxiv.org/abs/2101.00001v1', 'https://arxiv.org/abs/2101.00001v2'],
  ['https://arxiv.org/abs/2101.00001', 'https://arxiv.org/pdf/2101.00001'],
  ['https://en.wikipedia.org/wiki/Otter', 'https://de.wikipedia.org/wiki/Otter'],
  [
    'https://en.wikipedia.org/w/index.php?title=Otter&oldid=1',
    'https://en.wikipedia.org/w/index.php?title=Otter',
  ],
  ['https://en.wikipedia.org/wiki/Yahoo!', 'https://en.wikipedia.org/wiki/Yahoo'],
  ['https://www.youtube.com/playlist?list=PL1', 'https://www.youtube.com/playlist?list=PL2'],
  ['https://www.youtube.com/@a/videos', 'https://www.youtube.com/@a/shorts'],
  ['https://www.amazon.de/dp/B00EXAMPLE', 'https://www.amazon.com/dp/B00EXAMPLE'],
  ['https://www.amazon.de/s?k=otter', 'https://www.amazon.de/s?k=bee'],
  ['https://x.com/a/status/1', 'https://x.com/a/status/2'],
  ['https://old.reddit.com/r/otters', 'https://www.reddit.com/r/otters'],
  ['https://vimeo.com/1/ab', 'https://vimeo.com/1'],
  [
    'https://web.archive.org/web/2020/http://example.com/',
    'https://web.archive.org/web/2021/http://example.com/',
  ],
  ['https://example.com/?url=https://a.example/', 'https://a.example/'],
  [
    'https://docs.google.com/spreadsheets/d/abc/edit#gid=1',
    'https://docs.google.com/spreadsheets/d/abc/edit#gid=2',
  ],
  ['https://news.ycombinator.com/item?id=1', 'https://news.ycombinator.com/item?id=2'],
];

describe('canonicalUrl', () => {
  test.each(
    ONE_PAGE.flatMap(([expected, given]) =>
      [expected, ...given].map((url) => [url, expected] as const),
    ),
  )('%s', (given, expected) => {
    expect(canonicalUrl(given)).toBe(expected);
  });
  test.each(TWO_PAGES)('%s and %s stay different', (one, other) => {
    expect(canonicalUrl(one)).not.toBe(canonicalUrl(other));
  });

  const piece = fc.oneof(
    fc.constantFrom(
      'amp',
      'index.html',
      'watch',
      'dp',
      'B00EXAMPLE',
      'a-b-c-d',
      '.amp',
      '.html',
      '%7e',
      '%2f',
      '%',
      '%%34%31',
      ';jsessionid=1',
      '//',
      '/',
      '&amp;',
      '?',
      '&',
      '=',
      'utm_source=a',
      'v=dQw4w9WgXcQ',
      'amp=1',
      '#',
      '#!',
      '#/',
      ':~:text=a',
      'ref=x',
      'status/1/photo/1',
      'q=https://www.google.com/url?q=http://b.example/',
    ),
    fc.string({ maxLength: 6 }),
  );
  const host = fc.constantFrom(
    'example.com',
    'EXAMPLE.com.',
    'www.amazon.de',
    'en.m.wikipedia.org',
    'twitter.com',
    'youtu.be',
    'www.google.com/amp/s',
    'www.google.com/url?q=https://www.google.com',
    'player.vimeo.com/video/12',
    'docs.google.com',
    'a-b.cdn.ampproject.org/c/s',
    '[::1]:8080',
    'example.com:443',
  );
  const odd = fc
    .tuple(fc.constantFrom('http://', 'https://'), host, fc.array(piece, { maxLength: 8 }))
    .map(([scheme, at, pieces]) => `${scheme}${at}/${pieces.join('')}`)
    .filter((url) => URL.canParse(url));
  test('is idempotent', () => {
    fc.assert(
      fc.property(
        fc.oneof(odd, fc.webUrl({ withFragments: true, withQueryParameters: true })),
        (url) => {
          expect(canonicalUrl(canonicalUrl(url))).toBe(canonicalUrl(url));
        },
      ),
      { numRuns: 3000 },
    );
  });
});

describe('the canonical URL that a page names', () => {
  test.each([
    ['http://example.com/a/', 'https://www.example.com/a'],
    ['https://example.com/a?ref=home&src=x', 'https://example.com/a'],
    ['https://m.example.com/Story/', 'https://www.example.com/story'],
    ['https://example.com/news/amp', 'https://example.com/news'],
    ['https://example.com/a/index.html', 'https://example.com/a/'],
    ['https://example.com/a?id=1&share=tw', 'https://example.com/a?id=1'],
  ])('%s is the same page as %s', (address, own) => {
    expect(isSamePage(address, own)).toBe(true);
  });
  test.each([
    ['https://example.com/blog/post-1', 'https://example.com/blog'],
    ['https://example.com/story?page=2', 'https://example.com/story'],
    ['https://example.com/watch?id=5', 'https://example.com/watch'],
    ['https://example.com/a', 'https://example.com/a?id=1'],
    ['https://example.com/a', 'https://other.example/a'],
    ['https://example.com/a', 'https://example.com/'],
    ['https://example.com:8080/a', 'https://example.com/a'],
  ])('%s does not become %s only because the page says so', (address, own) => {
    expect(isSamePage(address, own)).toBe(false);
  });
});

test.each([
  'https://www.youtube.com/playlist?list=PL1234567890',
  'https://www.youtube.com/embed/videoseries?list=x',
  'https://www.youtube.com/@channel',
  'https://www.youtube.com/watch?v=short',
  'https://www.youtube.com/watch?v=dQw4w9WgXcQ--exec',
  'https://youtube.com.example.com/watch?v=dQw4w9WgXcQ',
  'https://notyoutube.com/watch?v=dQw4w9WgXcQ',
])('%s is not a YouTube video', (url) => {
  expect(youtubeVideoId(new URL(url))).toBeUndefined();
});

test.each([
  ['example.com/page', 'https://example.com/page'],
  [' <https://example.com/a> ', 'https://example.com/a'],
  ['münchen.example/x', 'https://xn--mnchen-3ya.example/x'],
  ['https://example.com/a.', 'https://example.com/a'],
  ['(https://example.com/a),', 'https://example.com/a'],
  ['https://example.com/a_(b)', 'https://example.com/a_(b)'],
  ['https://example.com/a_(b)).', 'https://example.com/a_(b)'],
  ['"https://example.com/a";', 'https://example.com/a'],
  ['https://en.wikipedia.org/wiki/Yahoo!', 'https://en.wikipedia.org/wiki/Yahoo!'],
  ['https://en.wikipedia.org/wiki/Apple_Inc.', 'https://en.wikipedia.org/wiki/Apple_Inc.'],
  ['\u200Bhttps://example.com/a\uFEFF', 'https://example.com/a'],
  ['https://example.com/a。', 'https://example.com/a'],
  ['http://[::1]:8080/', 'http://[::1]:8080/'],
  ['http://[::1]', 'http://[::1]/'],
  ['ftp://example.com', undefined],
  ['--exec', undefined],
  ['ytsearch:cats', undefined],
  ['file:///etc/passwd', undefined],
  ['javascript:alert(1)', undefined],
  ['just words', undefined],
  ['', undefined],
  ['!!!', undefined],
])('%s is parsed as %s', (text, expected) => {
  expect(parseWebAddress(text)?.href).toBe(expected);
});
