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
  it('shows Markdown lightly', () => {
    expect(streamed(80, 1000)).toBe(
      'Otters\nThey hold hands, so they stay together [1].\n\n• a raft of a hundred otters [2]\n• 2 * 3 stays',
    );
  });
  it.each([1, 2, 3, 7])('is the same however it is cut: %i', (size) => {
    expect(streamed(80, size)).toBe(streamed(80, 1000));
  });
  it('wraps words below the bullet they belong to', () => {
    expect(streamed(22, 4)).toBe(
      'Otters\nThey hold hands, so\nthey stay together\n[1].\n\n• a raft of a hundred\n  otters [2]\n• 2 * 3 stays',
    );
  });
  it('takes escape sequences off', () => {
    const text = createAnswerText(80);
    expect(text.push('a \u001b[2Jb ') + text.end()).toBe('a b');
  });
});
