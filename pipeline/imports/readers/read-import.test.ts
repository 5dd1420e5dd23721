import { describe, expect, test } from 'vitest';
import { readImport } from './read-import.ts';
import { readText } from '../testing/read-text.ts';

const bytes = (...parts: (string | number[])[]) =>
  Buffer.concat(
    parts.map((part) =>
      typeof part === 'string' ? Buffer.from(part, 'latin1') : Buffer.from(part),
    ),
  );
const read = (content: Uint8Array, name = 'file') => readImport(content, { name, format: 'auto' });

const OPML = '<opml><body><outline text="A" xmlUrl="https://a.example/feed"/></body></opml>';
const HTML = '<DL><DT><A HREF="https://a.example/">A</A></DL>';
const CSV = 'title,url\nA,https://a.example/';
const JSON_TEXT = '[{"url":"https://a.example/"}]';
const FEED = '<rss><channel><item><link>https://a.example/</link></item></channel></rss>';

describe('format detection', () => {
  test.each([
    ['opml', OPML],
    ['bookmarks', HTML],
    ['csv', CSV],
    ['json', JSON_TEXT],
    ['feed', FEED],
    ['urls', 'https://a.example/'],
  ])('uses the content, not the file name: %s', (format, text) => {
    for (const name of ['', 'file.txt', 'export.html', 'x.json']) {
      const reading = readText(text, name);
      expect([reading.format, reading.entries.length, reading.unread.length]).toEqual([
        format,
        1,
        0,
      ]);
    }
  });

  test("refuses a requested format that doesn't match, and says what the file looks like", () => {
    expect(() => readText(OPML, 'feeds.opml', 'bookmarks')).toThrow(
      'feeds.opml looks like an OPML list of feeds, not bookmarks in HTML. Leave the format out, or give `opml`.',
    );
    expect(() => readText(JSON_TEXT, 'x', 'csv')).toThrow(
      'x looks like a JSON export, not a CSV table. Leave the format out, or give `json`.',
    );
    expect(() => readText('https://a.example/', '', 'json')).toThrow(
      'This looks like a list of links, not a JSON export. Leave the format out, or give `urls`.',
    );
    expect(() => readText(HTML, 'x', 'feed')).toThrow(
      'x looks like bookmarks in HTML, not a feed.',
    );
    expect(() => readText('just words', 'x.csv', 'csv')).toThrow(
      'x.csv has no column of addresses. Name one `url`.',
    );
  });

  test('accepts a requested format that fits: a table read as a list of links', () => {
    for (const [format, text] of [
      ['opml', OPML],
      ['bookmarks', HTML],
      ['csv', CSV],
      ['json', JSON_TEXT],
      ['feed', FEED],
    ] as const)
      expect(readText(text, '', format).format).toBe(format);
    expect(readText(CSV, '', 'urls')).toMatchObject({
      format: 'urls',
      entries: [{ line: 2, url: 'https://a.example/' }],
      unread: [{ line: 1 }],
    });
    expect(readText('A,https://a.example/', '', 'csv')).toMatchObject({
      format: 'csv',
      entries: [{ title: 'A', url: 'https://a.example/' }],
    });
  });
});

describe('a file without a list', () => {
  test.each([
    [
      'empty',
      bytes(''),
      'x.bin is empty. Export it again, or give a file with a link on each line.',
    ],
    ['blank', bytes(' \r\n\t\n'), 'is empty.'],
    ['a mark alone', bytes([0xef, 0xbb, 0xbf]), 'is empty.'],
    ['a PDF', bytes('%PDF-1.7\n'), 'is a PDF, not a list. Add it as a source'],
    ['a ZIP', bytes('PK\u0003\u0004\u0014'), 'is a ZIP archive. Unpack it'],
    ['gzip', bytes([0x1f, 0x8b, 8, 0]), 'is compressed. Unpack it'],
    ['a picture', bytes([0x89], 'PNG\r\n'), 'is a picture'],
    ['a database', bytes('SQLite format 3\0'), 'Export the bookmarks as HTML'],
    ['a backup of Firefox', bytes('mozLz40\0'), 'Export Bookmarks to HTML'],
    ['other bytes', bytes('abc\0\u0001\u0002def'), 'is not text.'],
    [
      'JSON cut off',
      bytes('[{"url": "https://a.example/"}, {"ur'),
      'begins as JSON and is damaged or cut off. Export it again.',
    ],
    ['JSON of nothing', bytes('[]'), 'holds no records.'],
  ])('is refused with what to do: %s', (_name, content, message) => {
    expect(() => read(content, 'x.bin')).toThrow(
      expect.objectContaining({ code: 'bad_request', message: expect.stringContaining(message) }),
    );
  });
});

describe('encoding', () => {
  const list = 'https://a.example/ | Bienenstöcke\nhttps://b.example/ | 蜂';
  const titles = (content: Uint8Array) => read(content).entries.map((it) => it.title);
  const utf16 = (text: string, little: boolean) => {
    const it = Buffer.from(text, 'utf16le');
    return little ? it : it.swap16();
  };

  test.each([
    ['UTF-8', Buffer.from(list)],
    ['UTF-8 with a mark', bytes([0xef, 0xbb, 0xbf], [...Buffer.from(list)])],
    ['UTF-16 LE with a mark', bytes([0xff, 0xfe], [...utf16(list, true)])],
    ['UTF-16 BE with a mark', bytes([0xfe, 0xff], [...utf16(list, false)])],
    ['UTF-16 LE', utf16(list, true)],
    ['UTF-16 BE', utf16(list, false)],
  ])('%s', (_name, content) => {
    expect(titles(content)).toEqual(['Bienenstöcke', '蜂']);
  });

  test('uses the encoding declared in XML or HTML, unless it is invalid', () => {
    expect(
      titles(
        bytes(
          `<?xml version="1.0" encoding="iso-8859-2"?><opml><body><outline text="\u00b1" xmlUrl="https://a.example/"/></body></opml>`,
        ),
      ),
    ).toEqual(['ą']);
    expect(
      titles(bytes('<meta charset="koi8-r"><DL><DT><A HREF="https://a.example/">\u00c1</A></DL>')),
    ).toEqual(['а']);
    expect(titles(bytes('https://a.example/ | caf\u00e9 \u0093x\u0094'))).toEqual(['café “x”']);
  });

  test('accepts any line endings', () => {
    for (const end of ['\n', '\r\n', '\r'])
      expect(
        read(Buffer.from(`https://a.example/${end}${end}https://b.example/`)).entries.map(
          (it) => it.line,
        ),
      ).toEqual([1, 3]);
  });
});
