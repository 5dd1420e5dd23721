import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { supportOf } from '../../../api/answer/support.ts';
import { passages } from '../../../api/answer/testing/passages.ts';
import { claimPairs, type ClaimText } from './claim-pairs.ts';

/** Paragraphs of our own documentation. */
function ownTexts(): ClaimText[] {
  const root = join(import.meta.dirname, '../../..');
  const files = ['security', 'operations', 'importing', 'notes', 'publishing', 'accounts'];
  const paragraphs = files.flatMap((name) =>
    readFileSync(join(root, 'docs', `${name}.md`), 'utf8')
      .replace(/```[\s\S]*?```/g, '')
      .split('\n\n')
      .map((it) =>
        it
          .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
          .replace(/[*`]/g, '')
          .replaceAll('\n', ' '),
      )
      .filter((it) => /^[A-Z][^|]{120,}$/.test(it))
      .map((text) => ({ title: name, text })),
  );
  return paragraphs.map((it, at) => ({
    ...it,
    other: paragraphs[(at + 7) % paragraphs.length]?.text ?? '',
  }));
}

it('shows at most 2% of false claims about our own texts as supported', () => {
  const count = { true: [0, 0], false: [0, 0] };
  for (const { kind, claim, passage, title } of claimPairs(ownTexts(), 'en')) {
    const [it] = passages([{ text: passage, title, heading: '' }]);
    const of = count[kind === 'true' ? 'true' : 'false'];
    of[0] = (of[0] ?? 0) + 1;
    if (
      it &&
      supportOf(it, { clause: claim, sentence: claim, paragraph: claim, answerSoFar: claim })
        .strength === 'supported'
    )
      of[1] = (of[1] ?? 0) + 1;
  }
  const share = ([all = 0, supported = 0]: number[]) => supported / all;
  expect(count.true[0]).toBeGreaterThan(50);
  expect(count.false[0]).toBeGreaterThan(100);
  expect(share(count.true)).toBeGreaterThanOrEqual(0.9);
  expect(share(count.false)).toBeLessThanOrEqual(0.02);
});
