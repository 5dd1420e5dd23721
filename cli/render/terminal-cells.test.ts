import { describe, expect, it } from 'vitest';
import { truncate, wrapAndIndent, cellWidth, wrap } from './terminal-cells.ts';

const lines = (text: string, width: number) =>
  wrap(text, width).map(([start, end]) => text.slice(start, end));

describe('text in terminal cells', () => {
  it.each([
    ['otter', 5],
    ['海獺', 4],
    ['e\u0301', 1],
    ['👩‍🔬', 2],
    ['', 0],
  ])('%j is %i cells wide', (text, width) => {
    expect(cellWidth(text)).toBe(width);
  });
  it('is truncated with an ellipsis, and never inside a wide letter', () => {
    expect(truncate('sea otters', 10)).toBe('sea otters');
    expect(truncate('sea otters', 5)).toBe('sea…');
    expect(truncate('海獺の生活', 6)).toBe('海獺…');
  });
  it('wraps at words, and inside a word only if it is longer than a line', () => {
    expect(lines('a raft of otters', 7)).toEqual(['a raft', 'of', 'otters']);
    expect(lines('see https://example.org/x', 10)).toEqual([
      'see',
      'https://ex',
      'ample.org/',
      'x',
    ]);
    expect(lines('海獺の生活', 4)).toEqual(['海獺', 'の生', '活']);
    expect(lines('  ', 4)).toEqual([]);
  });
  it('is indented, but stays unchanged in a pipe', () => {
    expect(wrapAndIndent('a raft of otters', 2, 10)).toEqual(['  a raft', '  of', '  otters']);
    expect(wrapAndIndent('a raft of otters', 2, undefined)).toEqual(['  a raft of otters']);
  });
});
