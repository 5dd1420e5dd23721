import Papa from 'papaparse';
import { expect, test } from 'vitest';
import { FORMULAS, isFormula } from '#core/text/testing/formulas.ts';
import { Source } from '#core/contract/source.ts';
import { listFile } from './list-export.ts';

const source = (more: Partial<Source> = {}): Source =>
  Source.parse({
    _id: '01935b6e-0000-7000-8000-000000000001',
    sourceType: 'web',
    medium: 'flow',
    title: 'Otters, "quoted"',
    createdAt: '2026-01-02T00:00:00Z',
    sourceUrl: 'https://a.org/otters',
    state: 'ready',
    status: { transcript: 0, embedding: 1, webpage_processing: 0 },
    canonicalUrl: 'https://a.org/otters',
    thumbnails: {},
    web_provider: 'A',
    tags: ['sea', 'fur'],
    refreshEvery: null,
    version: 1,
    ...more,
  });

test('quotes cells of a table, and prevents formulas in titles', () => {
  const own = { ownTitle: 'Mine', ownNote: 'A note', folder: 'a/b', flags: ['toread' as const] };
  const formula = source({ title: '=HYPERLINK("x")', tags: [] });
  expect(listFile([source(own), formula], 'csv').text).toBe(
    'title,own title,url,type,channel,tags,folder,added,note,flags,state\r\n' +
      '"Otters, ""quoted""",Mine,https://a.org/otters,web,A,sea; fur,a/b,2026-01-02T00:00:00Z,A note,toread,ready\r\n' +
      '"\'=HYPERLINK(""x"")",,https://a.org/otters,web,A,,,2026-01-02T00:00:00Z,,,ready\r\n',
  );
});

test("exports bookmarks in their folders with the owner's data", () => {
  const own = {
    ownTitle: 'Mine & yours',
    ownNote: 'A <note>',
    addedAt: '2020-09-13T12:26:40.000Z',
    flags: ['archive' as const, 'toread' as const],
  };
  const inner = source({ ...own, folders: ['Garden / Insects'] });
  const outer = source({ folders: ['Garden'], tags: ['old books'], sourceUrl: 'https://b.org/' });
  const { text, name } = listFile([inner, outer], 'bookmarks');
  expect(name).toBe('gloss-bookmarks.html');
  expect(text.split('\n').slice(4)).toEqual([
    '<DL><p>',
    '<DT><H3>Garden</H3>',
    '<DL><p>',
    '<DT><H3>Insects</H3>',
    '<DL><p>',
    '<DT><A HREF="https://a.org/otters" ADD_DATE="1600000000" TAGS="sea,fur," ARCHIVE="1" TOREAD="1">Mine &#38; yours</A>',
    '<DD>A &#60;note&#62;',
    '</DL><p>',
    '<DT><A HREF="https://b.org/" ADD_DATE="1767312000" TAGS="old books,">Otters, &#34;quoted&#34;</A>',
    '</DL><p>',
    '</DL><p>',
    '',
  ]);
});

test('prevents formulas in every field of the table', () => {
  for (const text of FORMULAS) {
    const { text: csv } = listFile(
      [
        source({
          title: text,
          ownTitle: text,
          ownNote: text,
          web_provider: text,
          tags: [text, 'b'],
          folder: text,
        }),
      ],
      'csv',
    );
    expect([
      text,
      Papa.parse<string[]>(csv, { delimiter: ',' }).data.slice(1).flat().filter(isFormula),
    ]).toEqual([text, []]);
  }
});

test('exports each link once, and omits sources without one', () => {
  const upload = source({
    sourceType: 'pdf',
    medium: 'paged',
    sourceUrl: undefined,
    canonicalUrl: 'upload:1',
  });
  expect(listFile([source(), source(), upload], 'links').text).toBe('https://a.org/otters\n');
  expect(JSON.parse(listFile([upload], 'json').text)).toEqual([
    expect.objectContaining({ title: 'Otters, "quoted"', tags: ['sea', 'fur'], state: 'ready' }),
  ]);
});
