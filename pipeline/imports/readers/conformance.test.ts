/**
 * Properties of every reader: it loses no record, throws only faults, returns results that fit the
 * contract, and survives hostile input.
 */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { Fault } from '#core/contract/faults.ts';
import { ImportFormat, ParsedImport } from '#core/contract/import.ts';
import { readImport } from './read-import.ts';
import { readText } from '../testing/read-text.ts';

const escapeXml = (text: string) => text.replace(/[&<>"]/g, (it) => `&#${it.charCodeAt(0)};`);
const csvCell = (text: string) => `"${text.replaceAll('"', '""')}"`;

const anyFormat = fc.constantFrom(...ImportFormat.options);

interface Entry {
  url: string;
  title: string;
  readable: boolean | 'as a bookmark';
}
/** A writer for each list format. */
const WRITERS: Record<string, (entries: Entry[]) => string> = {
  urls: (entries) =>
    entries
      .map(
        (it) =>
          `- [${it.title.replace(/[[\]()\n]/g, '')}](${it.readable ? it.url : ''}) ${it.readable ? '' : 'x'}`,
      )
      .join('\n'),
  bookmarks: (entries) =>
    `<!DOCTYPE NETSCAPE-Bookmark-file-1><DL><p>\n${entries.map((it, at) => `${at % 5 === 4 ? `</DL><DT><H3>F${at}</H3><DL>` : ''}<DT><A HREF="${escapeXml(it.url)}">${escapeXml(it.title)}</A>\n<DD>note`).join('\n')}</DL>`,
  opml: (entries) =>
    `<opml><body>${entries.map((it, at) => `${at % 5 === 4 ? '<outline text="F">' : ''}<outline text="${escapeXml(it.title)}" xmlUrl="${escapeXml(it.url)}"/>${at % 5 === 4 ? '</outline>' : ''}`).join('\n')}</body></opml>`,
  feed: (entries) =>
    `<rss><channel><title>t</title>${entries.map((it) => `<item><title>${escapeXml(it.title)}</title><link>${escapeXml(it.url)}</link></item>`).join('\n')}</channel></rss>`,
  csv: (entries) =>
    `title,url,note\n${entries.map((it) => `${csvCell(it.title)},${csvCell(it.url)},note`).join('\n')}`,
  json: (entries) => JSON.stringify(entries.map(({ url, title }) => ({ url, title }))),
};

const title = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.string(),
  fc.constantFrom(
    '<script>',
    '"',
    '""',
    'a\nb',
    ']]>',
    '-->',
    '&amp;',
    '{',
    '[',
    '\\',
    '\u0000',
    '\ud800',
    'https',
  ),
);
const entry: fc.Arbitrary<Entry> = fc
  .record({
    title: title.map((it) => it.toWellFormed().replace(/[\r\u0000]/g, '')),
    // In Markdown, brackets in addresses must be balanced.
    place: fc.oneof(
      fc
        .webUrl({ withQueryParameters: true, withFragments: true })
        .map((url) => ({ url: url.replace(/[()]/g, ''), readable: true })),
      fc
        .constantFrom('ftp://example.org/pub', 'magnet:?xt=urn:btih:c12fe1c06bba254a')
        .map((url) => ({ url, readable: 'as a bookmark' as const })),
      fc
        .constantFrom('place:sort=8', 'javascript:alert(1)', '/relative', 'about:blank')
        .map((url) => ({ url, readable: false })),
    ),
  })
  .map((it) => ({ title: it.title, ...it.place }));

describe.each(Object.entries(WRITERS))('%s', (format, write) => {
  test('keeps every record in order', () => {
    fc.assert(
      fc.property(fc.array(entry, { minLength: 1, maxLength: 30 }), (entries) => {
        const reading = ParsedImport.parse(
          readText(write(entries), '', ImportFormat.parse(format)),
        );
        // Entries of OPML are feeds, which are no bookmarks.
        const read = entries.filter(({ readable }) =>
          format === 'opml' ? readable === true : readable,
        );
        expect(reading.entries.map((it) => it.url)).toEqual(read.map((it) => it.url));
        expect(reading.unread).toHaveLength(entries.length - read.length);
        const lines = reading.entries.map((it) => it.line);
        expect(lines).toEqual(lines.toSorted((a, b) => a - b));
      }),
      { numRuns: 150 },
    );
  });

  test('throws only faults for truncated, shuffled or damaged files', () => {
    const damage = fc.array(
      fc.record({
        at: fc.nat(),
        to: fc.oneof(
          fc.string({ maxLength: 8 }),
          fc.constantFrom(
            '<',
            '>',
            '"',
            '</DL>',
            '<!--',
            '<![CDATA[',
            '\n',
            '\0',
            '{',
            ']',
            '&#x110000;',
          ),
        ),
      }),
      { maxLength: 6 },
    );
    fc.assert(
      fc.property(
        fc.array(entry, { maxLength: 10 }),
        damage,
        fc.nat(),
        anyFormat,
        (entries, changes, cut, asked) => {
          let text = write(entries);
          for (const { at, to } of changes)
            text =
              text.slice(0, at % (text.length + 1)) +
              to +
              text.slice((at + to.length) % (text.length + 1));
          onlyFaults(() =>
            readText(
              text.slice(0, cut % 3 === 0 ? cut % (text.length + 1) : undefined),
              'x',
              asked,
            ),
          );
        },
      ),
      { numRuns: 300 },
    );
  });
});

function onlyFaults(read: () => unknown): void {
  try {
    ParsedImport.parse(read());
  } catch (error) {
    if (!(error instanceof Fault) || error.code !== 'bad_request') throw error;
    expect(error.message).toMatch(/^\S.*\.$/s);
  }
}

test('arbitrary bytes give a result or a fault', () => {
  fc.assert(
    fc.property(
      fc.oneof(
        fc.uint8Array({ maxLength: 400 }),
        fc.string({ unit: 'binary', maxLength: 400 }).map((it) => Buffer.from(it)),
      ),
      fc.string({ maxLength: 20 }),
      anyFormat,
      (bytes, name, format) => {
        onlyFaults(() => readImport(bytes, { name, format }));
      },
    ),
    { numRuns: 500 },
  );
});

test('a list of arbitrary lines loses no line with text', () => {
  const line = fc.oneof(
    fc.string(),
    fc.webUrl(),
    fc.tuple(fc.string(), fc.webUrl(), fc.string()).map((parts) => parts.join(' ')),
    fc.constantFrom(
      '',
      '---',
      '* * *',
      'words',
      'example.org',
      '[a](https://example.org)',
      '[a](b)',
      'mailto:x@example.org',
    ),
  );
  fc.assert(
    fc.property(
      fc.array(
        line.map((it) => it.replace(/[\r\n\0]/g, ' ')),
        { maxLength: 30 },
      ),
      (lines) => {
        // A list that starts like markup or JSON would be detected as that.
        const { entries, unread } = readText(
          ['https://a.example/', ...lines].join('\n'),
          '',
          'urls',
        );
        const told = new Set([...entries, ...unread].map((it) => it.line));
        lines.forEach((text, at) => {
          if (
            /[\p{L}\p{N}]/u.test(text) &&
            !/^\s*(#|\/\/|;|<!--)/.test(text) &&
            !/^\s*(urls?|links?|address(es)?|href)\s*$/i.test(text)
          )
            expect(told, text).toContain(at + 2);
        });
      },
    ),
    { numRuns: 300 },
  );
});

describe('hostile input', () => {
  const many = (part: string, count = 200_000) => part.repeat(count);
  test.each([
    [
      'folders without end',
      `<DL>${many('<DT><H3>F</H3><DL>')}<DT><A HREF="https://a.example/">A</A>`,
    ],
    ['open tags', `<DL><DT><A HREF="https://a.example/">A</A>${many('<b>')}`],
    ['half tags', `<DL><DT><A HREF="https://a.example/">A</A>${many('<dt ')}`],
    ['attributes', `<DL><DT><A HREF="https://a.example/" ${many('x="y" ')}>A</A></DL>`],
    [
      'outlines without end',
      `<opml><body><outline xmlUrl="https://a.example/"/>${many('<outline text="x">')}`,
    ],
    [
      'declared entities',
      `<!DOCTYPE opml [${many('<!ENTITY a "&b;&b;">', 1000)}]><opml><body><outline text="&a;" xmlUrl="https://a.example/"/></body></opml>`,
    ],
    ['comments without end', `<opml><body><outline xmlUrl="https://a.example/"/>${many('<!--')}`],
    ['nested lists', `${many('[')}{"url":"https://a.example/"}${many(']')}`],
    [
      'nested objects',
      `[{"url":"https://a.example/","x":${many('{"a":', 50_000)}1${many('}', 50_000)}}]`,
    ],
    [
      'folders of JSON',
      `${many('{"name":"f","links":[', 20_000)}{"url":"https://a.example/"}${many(']}', 20_000)}`,
    ],
    ['quotes out of place', `title,url\nA,https://a.example/\n${many('"x\n', 20_000)}`],
    [
      'brackets in a line',
      `https://a.example/${many(')')}\n${many('[')}\n${many('[a](b "')}\n${many(' ')}x`,
    ],
    ['spaces', `https://a.example/ | ${many(' ')}x\n# ${many(' ')}y\n${many(' ')}z`],
    [
      'a word and a host without end',
      `https://a.example/\n${many('a')}\n${many('a.')}\n${many('a.')}!\n${many('a@')}`,
    ],
    ['links in a line', many('https://a.example/ [b](https://b.example/) ', 30_000)],
    ['blank lines', `https://a.example/${many('\n')}`],
  ])('%s', (_name, text) => {
    const { entries } = readText(text);
    expect(entries.map((it) => it.url)).toContain('https://a.example/');
    expect(entries.filter((it) => JSON.stringify(it).length > 22_000)).toEqual([]);
  });

  test("texts are truncated to the contract's limits", () => {
    const long = 'é'.repeat(100_000);
    const reading = readText(
      JSON.stringify([
        {
          url: 'https://a.example/',
          title: long,
          tags: Array.from({ length: 500 }, (_, at) => `${at}${long}`),
          folder: long,
          note: long,
          highlights: Array.from({ length: 3000 }, (_, at) => ({ text: at === 0 ? long : 'x' })),
        },
        { url: `https://a.example/${'x'.repeat(5000)}` },
      ]),
    );
    expect(ParsedImport.safeParse(reading).success).toBe(true);
    expect(reading.unread.map((it) => it.why)).toEqual([
      'Only the first 2000 of its 3000 highlights are kept.',
      'Only the first 200 of its 500 tags are kept.',
      'This address is longer than 4096 characters. Find a shorter link to the same page.',
    ]);
    expect(reading.unread.every((it) => it.text.length <= 200)).toBe(true);
  });
});
