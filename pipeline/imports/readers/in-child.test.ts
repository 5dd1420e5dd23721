import { afterAll, expect, test } from 'vitest';
import { createParser } from '#pipeline/run/child.ts';

const parser = createParser({ size: 1 });
afterAll(() => parser.close());
const bytes = (text: string) => new TextEncoder().encode(text);

test('parses an import in a child process', async () => {
  expect(
    await parser.readImport(bytes('https://a.example/ | A'), { name: '', format: 'auto' }),
  ).toEqual({
    format: 'urls',
    label: 'list of links',
    entries: [
      { line: 1, kind: 'source', url: 'https://a.example/', title: 'A', tags: [], highlights: [] },
    ],
    unread: [],
  });
  await expect(
    parser.readImport(bytes('%PDF-1.7'), { name: 'x.pdf', format: 'auto' }),
  ).rejects.toMatchObject({
    code: 'bad_request',
    message: 'x.pdf is a PDF, not a list. Add it as a source: `gloss add FILE`.',
  });
});

test("resolves a feed's links against the URL it was fetched from", async () => {
  const { entries } = await parser.readImport(
    bytes('<rss><channel><item><link>a/b</link></item></channel></rss>'),
    { name: 'feed', format: 'feed', url: 'https://a.example/x/feed' },
  );
  expect(entries.map((it) => it.url)).toEqual(['https://a.example/x/a/b']);
});

test('reads 100,000 bookmarks (50 MB) within the memory limit', async () => {
  const icon = 'A'.repeat(350);
  const lines = Array.from(
    { length: 100_000 },
    (_, at) =>
      `<DT><A HREF="https://example.org/${at}" ADD_DATE="1600000000" TAGS="a,b" ICON="data:image/png;base64,${icon}">Title ${at}</A>\n<DD>Note ${at}`,
  );
  const { entries, unread } = await parser.readImport(
    bytes(`<!DOCTYPE NETSCAPE-Bookmark-file-1>\n<DL><p>\n${lines.join('\n')}</DL>`),
    { name: 'bookmarks.html', format: 'bookmarks' },
  );
  expect([entries.length, unread.length, entries.at(-1)]).toEqual([
    100_000,
    0,
    {
      line: 200_001,
      kind: 'source',
      url: 'https://example.org/99999',
      title: 'Title 99999',
      tags: ['a', 'b'],
      addedAt: '2020-09-13T12:26:40.000Z',
      note: 'Note 99999',
      highlights: [],
    },
  ]);
});
