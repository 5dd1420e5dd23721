import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { canonicalUrl, parseWebAddress, youtubeVideoId } from './canonical-url.ts';

const WATCH = 'https://www.youtube.com/watch?v=dQw4w9WgXcQ';

describe('canonicalUrl', () => {
  test.each([
    ['HTTPS://Example.COM:443/A?b=1#part', 'https://example.com/A?b=1'],
    ['http://example.com:80', 'http://example.com/'],
    ['http://example.com:8080/', 'http://example.com:8080/'],
    ['https://example.com./x', 'https://example.com/x'],
    ['https://user:secret@example.com/x', 'https://example.com/x'],
    ['https://example.com/x?utm_source=a&id=7&utm_medium=b&fbclid=c&gclid=d', 'https://example.com/x?id=7'],
    ['https://example.com/x?utm_source=a', 'https://example.com/x'],
    ['https://example.com/x?', 'https://example.com/x'],
    ['https://example.com/x?b=2&&a=1&', 'https://example.com/x?b=2&a=1'],
    ['https://example.com/x?q=a%20b+c&UTM_Campaign=z', 'https://example.com/x?q=a%20b+c'],
    ['https://example.com/#!/page/2', 'https://example.com/#!/page/2'],
    ['https://example.com/x#:~:text=some%20words', 'https://example.com/x'],
    ['https://example.com/x?amp=1&p=2', 'https://example.com/x?p=2'],
    ['https://www.google.com/amp/s/news.example.com/story?x=1', 'https://news.example.com/story?x=1'],
    ['https://news-example-com.cdn.ampproject.org/c/s/news.example.com/story', 'https://news.example.com/story'],
    ['https://www.google.com/amp/s/youtu.be/dQw4w9WgXcQ', WATCH],
  ])('%s', (given, expected) => { expect(canonicalUrl(given)).toBe(expected); });

  test.each([
    'https://youtu.be/dQw4w9WgXcQ?si=abc&t=42', 'http://youtube.com/watch?v=dQw4w9WgXcQ&list=PL1&index=3', 'https://m.youtube.com/watch?app=desktop&v=dQw4w9WgXcQ',
    'https://music.youtube.com/watch?v=dQw4w9WgXcQ', 'https://www.youtube.com/shorts/dQw4w9WgXcQ?feature=share', 'https://www.youtube.com/live/dQw4w9WgXcQ',
    'https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ?rel=0', 'https://www.youtube.com/v/dQw4w9WgXcQ', 'https://www.youtube.com/attribution_link?u=%2Fwatch%3Fv%3DdQw4w9WgXcQ',
  ])('%s is the watch page', (given) => { expect(canonicalUrl(given)).toBe(WATCH); });

  test('done twice changes nothing', () => {
    fc.assert(fc.property(fc.webUrl({ withFragments: true, withQueryParameters: true }), (url) => {
      expect(canonicalUrl(canonicalUrl(url))).toBe(canonicalUrl(url));
    }));
  });
});

test.each([
  'https://www.youtube.com/playlist?list=PL1234567890', 'https://www.youtube.com/embed/videoseries?list=x', 'https://www.youtube.com/@channel', 'https://www.youtube.com/watch?v=short',
  'https://www.youtube.com/watch?v=dQw4w9WgXcQ--exec', 'https://youtube.com.example.com/watch?v=dQw4w9WgXcQ', 'https://notyoutube.com/watch?v=dQw4w9WgXcQ',
])('%s is no video of YouTube', (url) => { expect(youtubeVideoId(new URL(url))).toBeUndefined(); });

test.each([
  ['example.com/page', 'https://example.com/page'], [' <https://example.com/a> ', 'https://example.com/a'], ['münchen.example/x', 'https://xn--mnchen-3ya.example/x'],
  ['ftp://example.com', undefined], ['--exec', undefined], ['ytsearch:cats', undefined], ['file:///etc/passwd', undefined], ['javascript:alert(1)', undefined], ['just words', undefined], ['', undefined],
])('%s is read as %s', (text, expected) => { expect(parseWebAddress(text)?.href).toBe(expected); });
