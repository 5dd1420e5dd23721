import { describe, expect, test } from 'vitest';
import { readText } from '../testing/read-text.ts';

const HEAD =
  '<!DOCTYPE NETSCAPE-Bookmark-file-1>\n<META HTTP-EQUIV="Content-Type" CONTENT="text/html; charset=UTF-8">\n<TITLE>Bookmarks</TITLE>\n<H1>Bookmarks</H1>\n';

describe('browser bookmarks', () => {
  const { format, label, entries, unread } = readText(`${HEAD}<DL><p>
    <DT><H3 ADD_DATE="1500000000">Garden &amp; bees</H3>
    <DD>All about them
    <DL><p>
        <DT><A HREF="https://example.org/hive?a=1&amp;b=2" ADD_DATE="1600000000" TAGS="bees, slow food" ICON="data:image/png;base64,AAAA">The &lt;hive&gt; &#8211; a tour</A>
        <DD>First line
second &quot;line&quot; with <a href="https://example.org/aside">a link</a>
        <DT><H3>Wasps</H3>
        <DL><p>
            <DT><A HREF="https://example.org/wasps" ADD_DATE="1600000000123456">Wasps</A>
        </DL><p>
        <DT><A HREF="https://example.org/after">After the folder</A>
    </DL><p>
    <HR>
    <DT><A HREF="https://example.org/top" FEEDURL="https://example.org/feed.xml">A live bookmark</A>
    <DT><A HREF="place:sort=8">Most visited</A>
    <DT><A HREF="?note1">A note of the service</A>
    <DT><A>Nothing</A>
</DL><p>
`);

  test('keep title, folders, tags, date and note', () => {
    expect([format, label]).toEqual(['bookmarks', 'Browser bookmarks']);
    expect(entries).toEqual([
      {
        line: 9,
        kind: 'source',
        url: 'https://example.org/hive?a=1&b=2',
        title: 'The <hive> – a tour',
        tags: ['bees', 'slow food'],
        folder: 'Garden & bees',
        addedAt: '2020-09-13T12:26:40.000Z',
        note: 'First line\nsecond "line" with https://example.org/aside a link',
        highlights: [],
      },
      {
        line: 14,
        kind: 'source',
        url: 'https://example.org/wasps',
        title: 'Wasps',
        tags: [],
        folder: 'Garden & bees / Wasps',
        addedAt: '2020-09-13T12:26:40.123Z',
        highlights: [],
      },
      {
        line: 16,
        kind: 'source',
        url: 'https://example.org/after',
        title: 'After the folder',
        tags: [],
        folder: 'Garden & bees',
        highlights: [],
      },
      {
        line: 19,
        kind: 'listing',
        url: 'https://example.org/feed.xml',
        title: 'A live bookmark',
        tags: [],
        highlights: [],
      },
    ]);
  });

  test("that aren't web pages are reported with the reason", () => {
    expect(unread.map(({ line, text, why }) => [line, text, why.split('.')[0]])).toEqual([
      [20, 'Most visited – place:sort=8', 'This is a saved search of Firefox, not a page'],
      [21, 'A note of the service – ?note1', 'This address is incomplete'],
      [22, 'Nothing', 'There is no address here'],
    ]);
  });
});

test('keeps links with other schemes than http and https, with their metadata', () => {
  const { entries, unread } = readText(
    `${HEAD}<DL><DT><A HREF="ftp://example.org/pub" TAGS="files">Old files</A><DD>A note\n<DT><A HREF="magnet:?xt=urn:btih:c12fe1c06bba254a&amp;dn=Tides">Tides</A>\n<DT><A HREF="javascript:alert(1)">A script</A></DL>`,
  );
  expect(entries).toMatchObject([
    { url: 'ftp://example.org/pub', title: 'Old files', tags: ['files'], note: 'A note' },
    { url: 'magnet:?xt=urn:btih:c12fe1c06bba254a&dn=Tides', title: 'Tides' },
  ]);
  expect(unread.map(({ text }) => text)).toEqual(['A script – javascript:alert(1)']);
});

test('tags are separated by spaces in a file without commas between tags', () => {
  expect(
    readText(`${HEAD}<DL><DT><A HREF="https://a.example/" TAGS="red green">A</A></DL>`).entries[0]
      ?.tags,
  ).toEqual(['red', 'green']);
  expect(
    readText(
      `${HEAD}<DL><DT><A HREF="https://a.example/" TAGS="red green">A</A><DT><A HREF="https://b.example/" TAGS="x,y">B</A></DL>`,
    ).entries[0]?.tags,
  ).toEqual(['red green']);
});

test('a description next to a link is its note; lists without DL or closing tags are read', () => {
  const { entries } = readText(
    '<TITLE>x</TITLE><H1>x</H1><DT><A HREF="https://a.example/" description="Said &amp; done" add_date="10/Oct/2000:13:55:36 +0300">A\n  long title</A><DT><H3>F</H3><DL><DT><a href="https://b.example/">B',
  );
  expect(entries).toMatchObject([
    {
      url: 'https://a.example/',
      title: 'A long title',
      note: 'Said & done',
      addedAt: '2000-10-10T10:55:36.000Z',
    },
    { url: 'https://b.example/', title: 'B', folder: 'F' },
  ]);
});

test('titles that mention HTML tags lose nothing', () => {
  const { entries } = readText(
    `${HEAD}<DL><DT><A HREF="https://a.example/">How <textarea> and <script> work</A>\n<DT><A HREF="https://b.example/">1 <3 2</A>\n<DT><A HREF="https://c.example/">C</A></DL>`,
  );
  expect(entries.map(({ url, title }) => [url, title])).toEqual([
    ['https://a.example/', 'How and work'],
    ['https://b.example/', '1 <3 2'],
    ['https://c.example/', 'C'],
  ]);
});

test('a file truncated within a tag keeps the entries before it and reports the rest', () => {
  const { entries, unread } = readText(
    `${HEAD}<DL><DT><A HREF="https://a.example/">A</A>\n<DT><A HREF="https://b.exa`,
  );
  expect(entries.map((it) => it.url)).toEqual(['https://a.example/']);
  expect(unread).toEqual([
    {
      line: 6,
      text: '<A HREF="https://b.exa',
      why: 'The file ends in the middle of this line. Export it again.',
    },
  ]);
});

test("Pocket's HTML export", () => {
  const { format, label, entries } = readText(
    '<!DOCTYPE html>\n<html><head><title>Pocket Export</title></head><body><h1>Unread</h1>\n<ul>\n<li><a href="https://a.example/" time_added="1600000000" tags="bees,slow food">A</a></li>\n</ul><h1>Read Archive</h1><ul>\n<li><a href="https://b.example/" time_added="1600000001" tags="">https://b.example/</a></li></ul></body></html>',
    'ril_export.html',
  );
  expect([format, label]).toEqual(['pocket-html', 'Pocket export']);
  expect(entries).toEqual([
    {
      line: 4,
      kind: 'source',
      url: 'https://a.example/',
      title: 'A',
      tags: ['bees', 'slow food'],
      addedAt: '2020-09-13T12:26:40.000Z',
      flags: ['toread'],
      highlights: [],
    },
    {
      line: 6,
      kind: 'source',
      url: 'https://b.example/',
      tags: [],
      addedAt: '2020-09-13T12:26:41.000Z',
      flags: ['archive'],
      highlights: [],
    },
  ]);
});

test("a page's links become entries", () => {
  const { format, entries, unread } = readText(
    '<html><body><p>See <a href="https://a.example/x">this</a> or <a href="/inside">that</a><a name="here"></a></p></body></html>',
  );
  expect([format, entries.map((it) => [it.url, it.title]), unread.map((it) => it.text)]).toEqual([
    'html',
    [['https://a.example/x', 'this']],
    ['that – /inside'],
  ]);
});
