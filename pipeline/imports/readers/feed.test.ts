import { describe, expect, test } from 'vitest';
import { readImport } from './read-import.ts';
import { readText } from '../testing/read-text.ts';

const feedOf = (text: string, url?: string) =>
  readImport(new TextEncoder().encode(text), { name: '', format: 'feed', url });

test('RSS 2.0', () => {
  expect(
    feedOf(`<?xml version="1.0"?>
<rss version="2.0" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:atom="http://www.w3.org/2005/Atom"><channel>
<title>The &lt;b&gt;hive&lt;/b&gt;</title><link>https://example.org/</link><atom:link rel="self" href="https://example.org/rss.xml"/>
<image><title>Logo</title><link>https://example.org/logo</link></image>
<item><source url="https://other.example/"><title>Other</title><link>https://other.example/</link></source><title><![CDATA[Bees & <em>wasps</em>]]></title><link>https://example.org/1?a=1&amp;b=2</link><pubDate>Sun, 13 Sep 2020 12:26:40 GMT</pubDate><dc:creator>Ann</dc:creator><category>nature</category><category><![CDATA[slow food]]></category><dc:title>Another title</dc:title>
<description>&lt;p&gt;text&lt;/p&gt;</description></item>
<item><title>By its guid</title><guid>https://example.org/2</guid></item>
<item><title>Episode</title><guid isPermaLink="false">https://example.org/ep-3</guid><enclosure url="https://cdn.example.org/3.mp3" type="audio/mpeg"/></item>
<item><title>Relative</title><link>/4</link></item>
<item><title>Nowhere</title><guid isPermaLink="false">5</guid></item>
</channel></rss>`),
  ).toEqual({
    format: 'feed',
    label: 'feed',
    title: 'The hive',
    entries: [
      {
        line: 5,
        kind: 'source',
        url: 'https://example.org/1?a=1&b=2',
        title: 'Bees & wasps',
        siteTitle: true,
        tags: ['nature', 'slow food'],
        addedAt: '2020-09-13T12:26:40.000Z',
        highlights: [],
      },
      {
        line: 7,
        kind: 'source',
        url: 'https://example.org/2',
        title: 'By its guid',
        siteTitle: true,
        guid: 'https://example.org/2',
        tags: [],
        highlights: [],
      },
      {
        line: 8,
        kind: 'source',
        url: 'https://cdn.example.org/3.mp3',
        title: 'Episode',
        siteTitle: true,
        guid: 'https://example.org/ep-3',
        tags: [],
        highlights: [],
      },
      {
        line: 9,
        kind: 'source',
        url: 'https://example.org/4',
        title: 'Relative',
        siteTitle: true,
        tags: [],
        highlights: [],
      },
    ],
    unread: [
      {
        line: 10,
        text: 'Nowhere',
        why: 'There is no address here. Find the page and add its link.',
      },
    ],
  });
});

test('RSS 1.0', () => {
  expect(
    feedOf(`<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns="http://purl.org/rss/1.0/"><channel rdf:about="https://example.org/"><title>Old</title><link>https://example.org/</link></channel>
<item rdf:about="https://example.org/1"><title>One</title><link>https://example.org/1</link><dc:date>2020-09-13T12:26:40Z</dc:date><dc:subject>bees</dc:subject></item></rdf:RDF>`),
  ).toMatchObject({
    entries: [
      {
        line: 2,
        url: 'https://example.org/1',
        title: 'One',
        addedAt: '2020-09-13T12:26:40.000Z',
        tags: ['bees'],
      },
    ],
    unread: [],
  });
});

test('Atom, with and without a namespace prefix', () => {
  const entry = (
    p: string,
  ) => `<?xml version="1.0" encoding="utf-8"?><${p}feed xmlns="http://www.w3.org/2005/Atom"><${p}title type="text">Site</${p}title><${p}link rel="self" href="https://example.org/atom.xml"/><${p}link href="https://example.org/"/>
<${p}entry><${p}title type="html">A &amp;lt;tag&amp;gt; &amp;amp; more</${p}title><${p}link rel="replies" href="https://example.org/1/replies"/><${p}link rel="alternate" href="1"/><${p}id>urn:1</${p}id><${p}published>2020-09-13T12:26:40Z</${p}published><${p}updated>2021-01-01T00:00:00Z</${p}updated>
<${p}author><${p}name>Ann</${p}name><${p}uri>https://ann.example/</${p}uri></${p}author><${p}category term="bees" label="Bees"/><${p}source><${p}title>Elsewhere</${p}title><${p}id>x</${p}id></${p}source><${p}content type="xhtml"><div><title>inner</title></div></${p}content></${p}entry></${p}feed>`;
  for (const prefix of ['', 'atom:']) {
    expect(feedOf(entry(prefix))).toMatchObject({
      unread: [],
      entries: [
        {
          url: 'https://example.org/1',
          title: 'A <tag> & more',
          addedAt: '2020-09-13T12:26:40.000Z',
          tags: ['Bees'],
        },
      ],
    });
  }
});

test('JSON Feed', () => {
  expect(
    feedOf(
      JSON.stringify({
        version: 'https://jsonfeed.org/version/1.1',
        title: 'Json',
        home_page_url: 'https://example.org/',
        items: [
          {
            id: '1',
            url: 'https://example.org/1',
            title: 'One',
            date_published: '2020-09-13T12:26:40Z',
            authors: [{ name: 'Ann' }],
            tags: ['bees'],
          },
          { id: 'https://example.org/2' },
          { id: '3', attachments: [{ url: 'https://example.org/3.mp3' }] },
          { id: '4' },
        ],
      }),
    ),
  ).toMatchObject({
    unread: [{ line: 4 }],
    entries: [
      {
        line: 1,
        url: 'https://example.org/1',
        title: 'One',
        tags: ['bees'],
        addedAt: '2020-09-13T12:26:40.000Z',
      },
      { line: 2, url: 'https://example.org/2' },
      { line: 3, url: 'https://example.org/3.mp3' },
    ],
  });
});

describe('malformed feeds', () => {
  test('is read as far as possible', () => {
    const { entries, unread } = feedOf(
      '<rss><channel><item><title>A<br>B</title><description>open <br> tag</description><link>https://example.org/1</link></item><item><title>Never closed</title><link>https://example.org/2</link>\n<item><link>https://example.org/3</link></item>\n<item><link>https://exam',
    );
    expect(entries.map((it) => [it.url, it.title])).toEqual([
      ['https://example.org/1', 'AB'],
      ['https://example.org/2', 'Never closed'],
      ['https://example.org/3', undefined],
    ]);
    expect(unread).toMatchObject([
      {
        line: 3,
        text: 'https://exam',
        why: 'The feed ends in the middle of this line. Fetch it again.',
      },
    ]);
  });

  test('resolves only HTML entities', () => {
    const { entries } = feedOf(
      '<!DOCTYPE rss [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;">]><rss><channel><item><title>&b; &eacute;</title><link>https://example.org/</link></item></channel></rss>',
    );
    expect(entries[0]?.title).toBe('&b; é');
  });

  test("resolves relative links against the feed's URL when it names no site", () => {
    expect(
      feedOf(
        '<rss><channel><item><link>a/b</link></item></channel></rss>',
        'https://example.org/x/feed',
      ).entries[0]?.url,
    ).toBe('https://example.org/x/a/b');
  });

  test('refuses files that are not feeds or nest endlessly', () => {
    expect(() => feedOf('<html><body>Not found</body></html>')).toThrow(
      'This looks like bookmarks in HTML, not a feed.',
    );
    expect(() => feedOf(`<rss>${'<x>'.repeat(1000)}`)).toThrow('too deep');
  });
});

test('a saved feed is imported with its entries as sources', () => {
  expect(
    readText(
      '<rss><channel><item><title>A</title><link>https://example.org/</link></item></channel></rss>',
    ),
  ).toEqual({
    format: 'feed',
    label: 'feed',
    entries: [
      {
        line: 1,
        kind: 'source',
        url: 'https://example.org/',
        title: 'A',
        siteTitle: true,
        tags: [],
        highlights: [],
      },
    ],
    unread: [],
  });
});

test('a sitemap', () => {
  const { entries } = feedOf(
    '<?xml version="1.0"?><urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:image="http://www.google.com/schemas/sitemap-image/1.1"><url><loc>https://example.org/a</loc><lastmod>2026-02-03</lastmod><image:image><image:loc>https://example.org/a.png</image:loc></image:image></url><url><loc>https://example.org/b</loc></url></urlset>',
  );
  expect(entries.map(({ url, addedAt }) => [url, addedAt])).toEqual([
    ['https://example.org/a', '2026-02-03T00:00:00.000Z'],
    ['https://example.org/b', undefined],
  ]);
});

test('a search of PubMed', () => {
  const { entries } = feedOf(
    '<?xml version="1.0"?><!DOCTYPE eSearchResult><eSearchResult><Count>2</Count><IdList><Id>41000002</Id><Id>41000001</Id><Id>nonsense</Id></IdList></eSearchResult>',
  );
  expect(entries.map(({ url }) => url)).toEqual([
    'https://pubmed.ncbi.nlm.nih.gov/41000002/',
    'https://pubmed.ncbi.nlm.nih.gov/41000001/',
  ]);
});

test('a fetched web page that names its feed, but no file', () => {
  const page =
    '<!doctype html><html><head><link rel="alternate" hreflang="de" href="/de"><link rel="alternate stylesheet" type="text/css" href="x.css"><link rel="alternate" type="application/atom+xml" href="atom.xml"></head></html>';
  expect(feedOf(page, 'https://example.org/blog/').entries).toMatchObject([
    { kind: 'listing', url: 'https://example.org/blog/atom.xml' },
  ]);
  expect(() => feedOf(page)).toThrow();
});
