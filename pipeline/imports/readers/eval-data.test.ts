/** Real exports, if available: each must give as many entries as a simple count of its format finds. */
import { existsSync, globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import type { ParsedImport } from '#core/contract/import.ts';
import { readImport } from './read-import.ts';

const ROOT = path.join(process.env['GLOSS_EVAL_DATA'] ?? '../shared/data', 'import');
const read = (file: string): ParsedImport =>
  readImport(readFileSync(path.join(ROOT, file)), { name: path.basename(file), format: 'auto' });
const textOf = (file: string): string => readFileSync(path.join(ROOT, file), 'utf8');
const matches = (text: string, pattern: RegExp): string[] =>
  [...text.matchAll(pattern)].map((match) => match[1] ?? '');
const files = (pattern: string): string[] =>
  globSync(pattern, { cwd: ROOT })
    .filter((file) => textOf(file) !== '')
    .sort();
const unescaped = (text: string): string => text.replaceAll('&amp;', '&');

/** Entries and unread lines together must equal a simple count. */
function expectNoneLost(reading: ParsedImport, counted: number): void {
  expect(reading.entries.length + reading.unread.length).toBe(counted);
  expect(reading.unread.every((it) => it.why.endsWith('.'))).toBe(true);
}

describe.skipIf(!existsSync(ROOT))('real exports', () => {
  test.each(files('bookmarks/tests/input/*.htm'))('%s', (file) => {
    const addresses = matches(textOf(file), /<DT>\s*<A\s[^>]*?HREF="([^"]*)"/gi).map(unescaped);
    const reading = read(file);
    expectNoneLost(reading, addresses.length);
    expect(reading.entries.map((it) => it.url)).toEqual(
      addresses.filter((it) => /^https?:/.test(it)),
    );
    expect(reading.entries.filter((it) => it.title === undefined)).toEqual([]);
    const dated = matches(textOf(file), /<A\s[^>]*HREF="https?:[^>]*ADD_DATE="([^"]+)"/gi).length;
    expect(reading.entries.filter((it) => it.addedAt !== undefined)).toHaveLength(dated);
    expect(reading.entries.filter((it) => it.tags.length > 0)).toHaveLength(
      matches(textOf(file), /<A\s[^>]*HREF="https?:[^>]*TAGS="([^"]+)"/gi).length,
    );
  });

  test.each(files('opml/**/*.opml'))('%s', (file) => {
    const addresses = matches(textOf(file), /\bxmlUrl="([^"]*)"/g).map(unescaped);
    const reading = read(file);
    expectNoneLost(reading, addresses.length);
    expect(reading.entries.map((it) => it.url)).toEqual(addresses.map((it) => it.trim()));
    expect(reading.entries.every((it) => it.kind === 'listing')).toBe(true);
    // Each file is one list in one folder; a few feeds have no name.
    expect(new Set(reading.entries.map((it) => it.folder)).size).toBe(1);
    expect(reading.entries.filter((it) => it.title === undefined)).toHaveLength(
      matches(textOf(file), /title=""[^\n]*xmlUrl/g).length,
    );
  });

  const FIXTURES = 'readers/tests/fixtures/Import';
  test.each([
    ['chrome-bookmarks', 'chrome-bookmarks', /"url": "(http[^"]+)"/g],
    ['delicious_export.2021.02.06_21.10.json', 'delicious', /"url": "([^"]+)"/g],
    ['elcurator.json', 'elcurator', /"url": "([^"]+)"/g],
    ['firefox-bookmarks.json', 'firefox-json', /"uri": "([^"]+)"/g],
    ['omnivore.json', 'omnivore', /^ {4}"url": "([^"]+)"/gm],
    ['pinboard_export', 'pinboard', /"href": "([^"]+)"/g],
    ['readability-read.json', 'readability', /"article__url": "([^"]+)"/g],
    ['readability.json', 'readability', /"article__url": "([^"]+)"/g],
    ['wallabag-v1-read.json', 'wallabag', /^ {4}"url": "([^"]+)"/gm],
    ['wallabag-v1.json', 'wallabag', /^ {4}"url": "([^"]+)"/gm],
    ['wallabag-v2-read.json', 'wallabag', /^ {4}"url": "([^"]+)"/gm],
    ['wallabag-v2.json', 'wallabag', /^ {4}"url": "([^"]+)"/gm],
    ['instapaper-export.csv', 'instapaper-csv', /^(https?:[^,\n]+)/gm],
    ['pocket.csv', 'pocket-csv', /,(https?:[^,\n]+),\d+,/g],
    ['ril_export.html', 'pocket-html', /<li><a href="([^"]+)"/g],
    ['shaarli-bookmarks.html', 'bookmarks', /<DT><A HREF="([^"]+)"/g],
  ])('%s', (name, format, address) => {
    const file = `${FIXTURES}/${name}`;
    const reading = read(file);
    expect(reading.format).toBe(format);
    expect(reading.unread).toEqual([]);
    const addresses = matches(textOf(file), address).map((it) => it.replaceAll('\\/', '/'));
    expect(addresses.length).toBeGreaterThan(0);
    expect(reading.entries.map((it) => it.url)).toEqual(addresses);
  });
});
