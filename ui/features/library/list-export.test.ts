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
    status: { transcript: 0, embedding: 1, webpage_processing: 0 },
    canonicalUrl: 'https://a.org/otters',
    thumbnails: {},
    web_provider: 'A',
    tags: ['sea', 'fur'],
    refreshEvery: null,
    version: 1,
    ...more,
  });

test('a table quotes what must be, and lets no title become a formula', () => {
  expect(listFile([source(), source({ title: '=HYPERLINK("x")', tags: [] })], 'csv').text).toBe(
    'title,url,type,channel,tags,folder,added,status\r\n' +
      '"Otters, ""quoted""",https://a.org/otters,web,A,sea; fur,,2026-01-02T00:00:00Z,ready\r\n' +
      '"\'=HYPERLINK(""x"")",https://a.org/otters,web,A,,,2026-01-02T00:00:00Z,ready\r\n',
  );
});

test('no field of a source becomes a formula in the table', () => {
  for (const text of FORMULAS) {
    const { text: csv } = listFile(
      [source({ title: text, web_provider: text, tags: [text, 'b'], folders: [text] })],
      'csv',
    );
    expect([
      text,
      Papa.parse<string[]>(csv, { delimiter: ',' }).data.slice(1).flat().filter(isFormula),
    ]).toEqual([text, []]);
  }
});

test('links are told once, and what has none is left out', () => {
  const upload = source({
    sourceType: 'pdf',
    medium: 'paged',
    sourceUrl: undefined,
    canonicalUrl: 'upload:1',
  });
  expect(listFile([source(), source(), upload], 'links').text).toBe('https://a.org/otters\n');
  expect(JSON.parse(listFile([upload], 'json').text)).toEqual([
    expect.objectContaining({ title: 'Otters, "quoted"', tags: ['sea', 'fur'], status: 'ready' }),
  ]);
});
