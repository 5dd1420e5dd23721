import { stripVTControlCharacters } from 'node:util';
import { describe, expect, it } from 'vitest';
import { ImportPreview } from '#core/contract/import.ts';
import { cellWidth } from './terminal-cells.ts';
import { previewLines } from './import-preview.ts';

type Given = Partial<ImportPreview['entries'][number]>;
let line = 0;
const entry = (url: string, more: Given = {}): Given => ({
  line: (line += 1),
  url,
  verdict: 'new',
  ...more,
});
const preview = (entries: Given[], unread: ImportPreview['unread'] = []): ImportPreview => {
  const count = (verdict: string) => entries.filter((it) => it.verdict === verdict).length;
  return ImportPreview.parse({
    format: 'bookmarks',
    label: 'bookmarks',
    entries,
    unread,
    totals: {
      new: count('new'),
      known: count('known'),
      repeated: count('repeated'),
      listing: count('listing'),
      bookmark: count('bookmark'),
      unreadable: unread.length,
    },
  });
};
const shown = (of: ImportPreview, columns = 80): string[] =>
  previewLines(of, 'bookmarks.html', columns).map(stripVTControlCharacters);

describe('the preview of an import', () => {
  it('groups entries by result, with counts, examples and reasons', () => {
    line = 0;
    const lines = shown(
      preview(
        [
          entry('https://example.org/a'),
          entry('https://example.org/b.pdf'),
          entry('https://youtu.be/dQw4w9WgXcQ'),
          entry('https://www.example.org/c'),
          entry('https://example.org/a?utm_source=x', { verdict: 'repeated', of: 'line 1' }),
          entry('https://known.example.org/', { verdict: 'known', of: 'What is known' }),
          entry('https://blog.example.org/feed.xml', { verdict: 'listing', kind: 'listing' }),
          entry('ftp://old.example.org/', { verdict: 'bookmark', why: 'Only http and https.' }),
        ],
        [
          { line: 9, text: 'place:sort=8', why: 'It is no address.' },
          { line: 10, text: 'javascript:x', why: 'It is no address.' },
        ],
      ),
    );
    expect(lines).toEqual([
      'bookmarks.html · bookmarks · 10 entries',
      '',
      '  4  to add          2 pages · 1 PDF file · 1 video',
      '  1  list to open    playlists, channels, feeds: their entries are added, as of',
      '                     blog.example.org/feed.xml',
      '  1  already added   known.example.org is “What is known”',
      '  1  repeated        line 5 is line 1: example.org/a?utm_source=x',
      '  1  bookmarks only  1 × Only http and https: line 8, “ftp://old.example.org/”',
      "  2  can't be read   2 × It is no address: line 9, “place:sort=8”",
      '',
      '  From  example.org 3 · youtu.be 1 · blog.example.org 1',
    ]);
  });
  it.each([30, 40, 60, 80, 120])('fits %i columns, however long its texts are', (columns) => {
    const long = 'w'.repeat(3000);
    const lines = shown(
      preview(
        [
          ...Array.from({ length: 2000 }, (_, n) =>
            entry(`https://host${n}.${'sub.'.repeat(n % 9)}example.org/${long}`),
          ),
          entry(`https://a.org/${long}`, { verdict: 'known', of: long }),
        ],
        Array.from({ length: 30 }, (_, n) => ({
          line: n + 1,
          text: `\u001b[2J${long}`,
          why: `Reason ${n % 7} ${'why '.repeat(60)}`,
        })),
      ),
      columns,
    );
    expect(Math.max(...lines.map(cellWidth))).toBeLessThan(columns);
    expect(lines.length).toBeLessThan(30);
    expect(lines.join('\n')).not.toContain('\u001b');
    expect(lines.join('\n')).toContain('3 other reasons');
    expect(lines.join('\n')).toContain('2,000');
  });
});
