import { describe, expect, it } from 'vitest';
import { cellWidth } from './terminal-cells.ts';
import { snippet } from './snippet.ts';

const find = (text: string, ...words: string[]): [number, number][] =>
  words
    .map((word): [number, number] => [text.indexOf(word), text.indexOf(word) + word.length])
    .sort((a, b) => a[0] - b[0]);
const shown = (pieces: { text: string; hit: boolean }[][]) =>
  pieces.map((line) => line.map(({ text, hit }) => (hit ? `<${text}>` : text)).join(''));

describe('a snippet', () => {
  it('shows a short passage in full', () => {
    const text = 'A raft\n may hold  a hundred otters.';
    expect(shown(snippet(text, find(text, 'raft', 'otters'), { width: 30, lines: 3 }))).toEqual([
      'A <raft> may hold a hundred',
      '<otters>.',
    ]);
  });
  it('shows the part of a long passage around the matches, within the line limit', () => {
    const text = `${'Nothing to see here. '.repeat(60)}An otter keeps a favourite stone in a pouch. ${'More of nothing. '.repeat(60)}`;
    const lines = snippet(text, find(text, 'favourite', 'stone'), { width: 40, lines: 3 });
    expect(lines).toHaveLength(3);
    expect(shown(lines).join(' ')).toMatch(/^….*<favourite> <stone>.*…$/);
    for (const line of lines)
      expect(cellWidth(line.map(({ text: piece }) => piece).join(''))).toBeLessThanOrEqual(40);
  });
  it('removes control characters and keeps the positions of matches', () => {
    const text = 'evil \u001b]0;owned\u0007 otters';
    expect(shown(snippet(text, find(text, 'otters'), { width: 40, lines: 3 }))).toEqual([
      'evil <otters>',
    ]);
  });
});
