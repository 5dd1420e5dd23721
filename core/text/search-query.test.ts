import { describe, expect, it } from 'vitest';
import { mergeConditions, parseSearch, siteHost } from './search-query.ts';

const conditions = (text: string) =>
  parseSearch(text).conditions.map(
    ({ operator, value, isNegated }) => `${isNegated ? '-' : ''}${operator}=${value}`,
  );
const merged = (text: string) => mergeConditions(parseSearch(text).conditions);

describe('operators between words', () => {
  it('are removed from the words, wherever they are', () => {
    expect(parseSearch('tag:biology  sea otters site:example.org')).toMatchObject({
      words: 'sea otters',
      problems: [],
    });
    expect(conditions('tag:biology sea otters site:example.org')).toEqual([
      'tag=biology',
      'site=example.org',
    ]);
  });

  it('have their range in the query', () => {
    const text = 'sea tag:"marine biology" otters';
    const [tag] = parseSearch(text).conditions;
    expect(text.slice(tag?.start, tag?.end)).toBe('tag:"marine biology"');
  });

  it('can have values in quotes of any kind', () => {
    expect(conditions('folder:"a / b" tag:“two words” tag:„drei“ tag:«quatre»')).toEqual([
      'folder=a / b',
      'tag=two words',
      'tag=drei',
      'tag=quatre',
    ]);
    expect(parseSearch('tag:"a b"c')).toMatchObject({ words: 'c' });
  });

  it('take a quoted value without an end up to the end of the query', () => {
    expect(conditions('x folder:"Work/Re')).toEqual(['folder=Work/Re']);
    expect(parseSearch('x folder:"Work/Re').words).toBe('x');
  });

  it('leave phrases alone, even if they look like operators', () => {
    expect(parseSearch('"tag:x is:failed" y')).toEqual({
      words: '"tag:x is:failed" y',
      conditions: [],
      problems: [],
    });
    expect(parseSearch('5" disk tag:x').words).toBe('5" disk');
  });

  it('can have names in any case, a wide colon, and values in any script', () => {
    expect(conditions('TAG:Biology tag：水獭 Is:FAILED')).toEqual([
      'tag=Biology',
      'tag=水獭',
      'is=failed',
    ]);
  });

  it('are negated by a leading minus, and minus signs inside words stay', () => {
    expect(conditions('-tag:x -is:held -site:example.org -folder:a')).toEqual([
      '-tag=x',
      '-is=held',
      '-site=example.org',
      '-folder=a',
    ]);
    expect(parseSearch('well-known -word self-tag:x')).toMatchObject({
      words: 'well-known -word self-tag:x',
      conditions: [],
    });
  });

  it('can have lists if the values are known', () => {
    expect(conditions('is:failed,gone in:notes,answers tag:a,b')).toEqual([
      'is=failed',
      'is=gone',
      'in=notes',
      'in=answers',
      'tag=a,b',
    ]);
  });
});

describe('malformed operators', () => {
  it('searches an unknown operator as words, and names the valid ones', () => {
    const { words, conditions: none, problems } = parseSearch('author:smith otters');
    expect([words, none]).toEqual(['author:smith otters', []]);
    expect(problems).toEqual([
      "“author:” isn't a search operator, so it was searched as words. Operators are tag:, folder:, site:, before:, after:, is: and in:.",
    ]);
  });

  it.each([
    'http://example.org/tag:x',
    'std::vector',
    'note: this',
    '12:30',
    'c:\\temp',
    ':',
    '::',
  ])('treats %s as words, without a warning', (text) => {
    expect(parseSearch(text)).toEqual({ words: text, conditions: [], problems: [] });
  });

  it.each([
    ['is:broken', 'failed, gone, held, bookmark, archive, favorite and toread'],
    ['is:failed,broken', 'failed, gone'],
    ['is:,', 'failed, gone'],
    ['in:everywhere', 'sources, notes, clips, answers and posts'],
    ['before:yesterday', 'before:2026-01-31'],
    ['after:2026-02-31', 'after:2026-01-31'],
    ['after:2026-13', 'after:2026-01-31'],
    ['tag:', 'tag:biology'],
    ['tag:""', 'tag:biology'],
    ['tag: biology', 'tag:biology'],
    ['-before:2026-01-01', 'tag:, folder:, site: and is:'],
    ['-in:notes', 'tag:, folder:, site: and is:'],
  ])('ignores %s, and says what to write', (text, hint) => {
    const parsed = parseSearch(`${text} otters`);
    expect(parsed.conditions).toEqual([]);
    expect(parsed.words).toMatch(/otters$/);
    expect(parsed.problems).toHaveLength(1);
    expect(parsed.problems[0]).toContain(hint);
  });

  it('reports each problem once', () => {
    expect(parseSearch('foo:a foo:b tag: x tag: y').problems).toHaveLength(2);
  });

  it('parses any string', () => {
    const parts = ['"', '“', '-', 'tag:', 'is:', ':', ' ', 'a', '：', '\n', '😀', 'in:"'];
    for (const one of parts)
      for (const two of parts)
        for (const three of parts) {
          const text = `${one}${two}${three}`;
          for (const { start, end } of parseSearch(text).conditions)
            expect(end).toBeGreaterThan(start);
        }
  });
});

describe('combined conditions', () => {
  it('groups values by operator, without repeats', () => {
    expect(merged('tag:a tag:b tag:a -tag:c site:x.org in:notes is:failed -is:gone')).toEqual({
      tags: { wanted: ['a', 'b'], unwanted: ['c'] },
      folders: { wanted: [], unwanted: [] },
      sites: { wanted: ['x.org'], unwanted: [] },
      is: { wanted: ['failed'], unwanted: ['gone'] },
      in: new Set(['notes']),
      after: undefined,
      before: undefined,
    });
  });

  it('uses the first day of a month or year, and the narrowest of several dates', () => {
    expect(merged('after:2025 before:2026-3')).toMatchObject({
      after: '2025-01-01',
      before: '2026-03-01',
    });
    expect(merged('after:2025 after:2024-06-30 before:2026/1/2 before:2027')).toMatchObject({
      after: '2025-01-01',
      before: '2026-01-02',
    });
  });
});

it.each([
  ['example.org', 'example.org'],
  ['WWW.Example.org', 'example.org'],
  ['https://www.example.org/a?b', 'example.org'],
  ['bücher.example', 'xn--bcher-kva.example'],
  ['127.0.0.1:4870', '127.0.0.1'],
  ['localhost', 'localhost'],
  ['A channel', undefined],
  ['Veritasium', undefined],
  ['http://', undefined],
])('the host in site:%s is %s', (value, host) => {
  expect(siteHost(value)).toBe(host);
});
