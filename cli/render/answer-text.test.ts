import { stripVTControlCharacters } from 'node:util';
import { describe, expect, it } from 'vitest';
import { createAnswerText } from './answer-text.ts';

const MARKDOWN =
  '## Otters\nThey **hold hands**, so they stay together [1].\n\n- a **raft** of a hundred otters [2]\n- 2 * 3 stays';
function streamed(columns: number, size: number): string {
  const text = createAnswerText(columns);
  let shown = '';
  for (let at = 0; at < MARKDOWN.length; at += size)
    shown += text.push(MARKDOWN.slice(at, at + size));
  return stripVTControlCharacters(shown + text.end());
}

describe('an answer on a terminal', () => {
  it('formats Markdown for a terminal', () => {
    expect(streamed(80, 1000)).toBe(
      'Otters\nThey hold hands, so they stay together [1].\n\n• a raft of a hundred otters [2]\n• 2 * 3 stays',
    );
  });
  it.each([1, 2, 3, 7])('is the same however it is split: %i', (size) => {
    expect(streamed(80, size)).toBe(streamed(80, 1000));
  });
  it('aligns wrapped lines below the text of their bullet', () => {
    expect(streamed(22, 4)).toBe(
      'Otters\nThey hold hands, so\nthey stay together\n[1].\n\n• a raft of a hundred\n  otters [2]\n• 2 * 3 stays',
    );
  });
  it('removes escape sequences', () => {
    const text = createAnswerText(80);
    expect(text.push('a \u001b[2Jb ') + text.end()).toBe('a b');
  });
});
