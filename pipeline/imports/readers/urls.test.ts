import { describe, expect, test } from 'vitest';
import { readText } from '../testing/read-text.ts';

const brief = (text: string, name?: string) => {
  const { format, entries, unread } = readText(text, name);
  expect(format).toBe('urls');
  return {
    entries: entries.map(({ line, url, title, note, folder, kind }) =>
      [
        line,
        url,
        ...[
          title && `title: ${title}`,
          note && `note: ${note}`,
          folder && `in: ${folder}`,
          kind === 'listing' && kind,
        ].filter(Boolean),
      ].join(' '),
    ),
    unread: unread.map((it) => `${it.line} ${it.why}`),
  };
};

describe('a list of links', () => {
  test('is read line by line, with any list marks before the links', () => {
    expect(
      brief(
        [
          'https://example.org/a',
          '',
          '  http://example.org/b  ',
          '- https://example.org/c',
          '12. https://example.org/d',
          '* [ ] https://example.org/e',
          '> <https://example.org/f>',
          '• "https://example.org/g",',
        ].join('\r\n'),
      ),
    ).toEqual({
      entries: [
        '1 https://example.org/a',
        '3 http://example.org/b',
        '4 https://example.org/c',
        '5 https://example.org/d',
        '6 https://example.org/e',
        '7 https://example.org/f',
        '8 https://example.org/g',
      ],
      unread: [],
    });
  });

  test('may omit the scheme', () => {
    expect(
      brief(
        'example.org\nwww.example.org/path?x=1\nmüller.example/ä\nexample.org:8443/x\nexample.co.uk | A shop\n[x](//example.org/y)',
      ).entries,
    ).toEqual([
      '1 https://example.org/',
      '2 https://www.example.org/path?x=1',
      '3 https://xn--mller-kva.example/%C3%A4',
      '4 https://example.org:8443/x',
      '5 https://example.co.uk/ title: A shop',
      '6 https://example.org/y title: x',
    ]);
  });

  test('keeps the text next to a link as its title if the line is marked so, else as a note', () => {
    expect(
      brief(
        'https://a.example/ | From OneTab\nhttps://b.example/\tFrom a table\nTitle first\thttps://c.example/\nRead this: https://d.example/x. Good!\nhttps://e.example/ - an aside',
      ).entries,
    ).toEqual([
      '1 https://a.example/ title: From OneTab',
      '2 https://b.example/ title: From a table',
      '3 https://c.example/ title: Title first',
      '4 https://d.example/x note: Read this … . Good!',
      '5 https://e.example/ note: an aside',
    ]);
  });

  test('ends an address at the end of a sentence, but not at a bracket that belongs to it', () => {
    expect(
      brief(
        '(see https://en.wikipedia.org/wiki/Bee_(disambiguation)).\n[https://example.org/a]\nboth https://example.org/b, and https://example.org/c;\nhttps://example.org/d,https://example.org/e;https://example.org/f?x=1,2',
      ).entries.map((it) => it.split(' ')[1]),
    ).toEqual([
      'https://en.wikipedia.org/wiki/Bee_(disambiguation)',
      'https://example.org/a',
      'https://example.org/b',
      'https://example.org/c',
      'https://example.org/d',
      'https://example.org/e',
      'https://example.org/f?x=1,2',
    ]);
  });

  test("says why a line can't be added", () => {
    expect(
      brief(
        'just words\nmailto:bee@example.org\nbee@example.org\njavascript:alert(1)\nfile:///home/bee/x.pdf\nreport.pdf\nabout:config',
      ).unread,
    ).toEqual([
      '1 There is no link in this line.',
      '2 This is an email address or a phone number, not a page.',
      '3 This is an email address, not a page.',
      '4 This is a script kept as a bookmark, not a page.',
      '5 This is a file on the computer that wrote the list. Add the file itself with `gloss add FILE`.',
      '6 This is the name of a file, not an address. Add the file itself with `gloss add FILE`.',
      "7 This is a page of the browser itself, so Gloss can't fetch it.",
    ]);
  });

  test('keeps links with other schemes than http and https', () => {
    expect(
      brief('ftp://example.org/x\nmagnet:?xt=urn:btih:c12fe1c06bba254a&dn=Tides').entries,
    ).toEqual(['1 ftp://example.org/x', '2 magnet:?xt=urn:btih:c12fe1c06bba254a&dn=Tides']);
  });

  test('skips comments, rules and the column name, but reports a link within a comment', () => {
    expect(
      brief('url\n# my links\n---\n// old\n# https://example.org/old\nhttps://example.org/new'),
    ).toEqual({
      entries: ['6 https://example.org/new'],
      unread: ['5 This line is a comment. Remove the mark at its start to add the link.'],
    });
  });

  test('treats playlists and channels as listings, and a video of a playlist as a video', () => {
    expect(
      brief(
        'https://www.youtube.com/playlist?list=PL0123456789\nhttps://www.youtube.com/@bees/videos\nhttps://www.youtube.com/watch?v=abcdefghijk&list=PL0123456789\nfeed://example.org/rss\nhttps://example.org/feed',
      ).entries,
    ).toEqual([
      '1 https://www.youtube.com/playlist?list=PL0123456789 listing',
      '2 https://www.youtube.com/@bees/videos listing',
      '3 https://www.youtube.com/watch?v=abcdefghijk&list=PL0123456789',
      '4 https://example.org/rss listing',
      '5 https://example.org/feed',
    ]);
  });
});

describe('Markdown', () => {
  test('uses link texts as titles and headings as folders', () => {
    expect(
      brief(
        '# Reading\n\n- [Bees [sic]](https://example.org/bees_(insect) "A title")\n## Slow\n- [x] [Wasps](<https://example.org/wasps>) – with a sting\n![picture](https://example.org/p.png)\n# Other ##\nText with [one](https://example.org/1) and [two](https://example.org/2).\nOnly words.',
      ),
    ).toEqual({
      entries: [
        '3 https://example.org/bees_(insect) title: Bees [sic] in: Reading',
        '5 https://example.org/wasps title: Wasps note: with a sting in: Reading / Slow',
        '6 https://example.org/p.png title: picture in: Reading / Slow',
        '8 https://example.org/1 title: one in: Other',
        '8 https://example.org/2 title: two in: Other',
      ],
      unread: ['9 There is no link in this line.'],
    });
  });

  test("counts the unreadable lines of a file that isn't a list of links", () => {
    const { entries, unread } = readText(
      `${'Words alone.\n'.repeat(30_000)}https://example.org/a\n`,
    );
    expect(entries.map((it) => it.url)).toEqual(['https://example.org/a']);
    expect(unread).toHaveLength(20_000);
    expect(unread.at(-1)).toEqual({
      line: 20_000,
      text: '',
      why: '10,001 more lines hold no link.',
    });
  });
});
