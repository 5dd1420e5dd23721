import { expect, test } from 'vitest';
import { readText } from '../testing/read-text.ts';

test('an OPML list gives one listing per feed, with enclosing outlines as folders', () => {
  const { format, label, entries, unread } = readText(`<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE opml [<!ENTITY bomb "boom"> <!ENTITY bombs "&bomb;&bomb;">]>
<opml version="2.0"><head><title>Mine</title></head><body>
  <outline text="Science &amp; more">
    <outline text="Bees">
      <outline type="rss" text="Hive" title="The hive &bombs; &eacute;t&#233;" xmlUrl="https://example.org/feed?a=1&amp;b=2" htmlUrl="https://example.org/" category="/nature/insects,slow" created="Sun, 13 Sep 2020 12:26:40 GMT"/>
    </outline>
    <outline text="A page" type="link" url="https://example.org/page"/>
    <outline text="Fish & chips" xmlurl="https://example.org/fish?a=1&b=2"></outline>
  </outline>
  <outline text="Only its page" htmlUrl="https://example.org/home"/>
  <outline text="Nothing at all"/>
  <outline text="Elsewhere" xmlUrl="ftp://example.org/feed"/>
</body></opml>`);
  expect([format, label]).toEqual(['opml', 'OPML list of feeds']);
  expect(entries).toEqual([
    {
      line: 6,
      kind: 'listing',
      url: 'https://example.org/feed?a=1&b=2',
      title: 'The hive &bombs; été',
      tags: ['nature', 'insects', 'slow'],
      folder: 'Science & more / Bees',
      addedAt: '2020-09-13T12:26:40.000Z',
      highlights: [],
    },
    {
      line: 8,
      kind: 'source',
      url: 'https://example.org/page',
      title: 'A page',
      tags: [],
      folder: 'Science & more',
      highlights: [],
    },
    {
      line: 9,
      kind: 'listing',
      url: 'https://example.org/fish?a=1&b=2',
      title: 'Fish & chips',
      tags: [],
      folder: 'Science & more',
      highlights: [],
    },
    {
      line: 11,
      kind: 'source',
      url: 'https://example.org/home',
      title: 'Only its page',
      tags: [],
      highlights: [],
    },
  ]);
  expect(unread.map(({ line, text }) => [line, text])).toEqual([
    [12, 'Nothing at all'],
    [13, 'Elsewhere – ftp://example.org/feed'],
  ]);
});

test('a truncated list keeps its feeds', () => {
  const { entries, unread } = readText(
    '<opml><body><outline text="A">\n<outline text="B" xmlUrl="https://b.example/feed"/>\n<outline text="C" xmlUrl="https://c.exa',
  );
  expect(entries).toMatchObject([{ line: 2, folder: 'A', url: 'https://b.example/feed' }]);
  expect(unread).toMatchObject([{ line: 3, text: '<outline text="C" xmlUrl="https://c.exa' }]);
});

test('unescaped quotation marks in a description lose or misplace no feed', () => {
  const { entries, unread } = readText(`<opml><body><outline text="F">
<outline text="A" description="By <a href="https://x.example/" rel="nofollow">X</a> and <em class="y">Y</em>." xmlUrl="https://a.example/feed?a=1&amp;b=2" type="rss" />
<outline text="B" xmlUrl="https://b.example/feed" description="See <a href="https://x.example/">X</a>." />
<outline text="C" xmlUrl="https://c.example/feed" />
</outline></body></opml>`);
  expect(entries.map((it) => [it.line, it.title, it.url, it.folder])).toEqual([
    [2, 'A', 'https://a.example/feed?a=1&b=2', 'F'],
    [3, 'B', 'https://b.example/feed', 'F'],
    [4, 'C', 'https://c.example/feed', 'F'],
  ]);
  expect(unread).toEqual([]);
});
