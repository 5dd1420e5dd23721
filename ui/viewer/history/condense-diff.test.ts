import { expect, it } from 'vitest';
import type { DiffPart } from '#core/contract/version.ts';
import { condenseDiff } from './condense-diff.ts';

const same = (text: string): DiffPart => ({ kind: 'same', text, before: 0, after: 0 });
const added = (text: string): DiffPart => ({ kind: 'added', text, after: 0 });
const removed = (text: string): DiffPart => ({ kind: 'removed', text, before: 0 });

it('counts unchanged parts except for the context, and joins consecutive changes', () => {
  const { rows, changes } = condenseDiff([
    same('a'),
    same('b'),
    same('c'),
    removed('d'),
    added('D'),
    same('e'),
    same('f'),
    same('g'),
    added('H'),
  ]);
  expect(
    rows.map((it) =>
      it.kind === 'left' ? it.count : `${'text' in it.part ? it.part.text : ''}${it.change ?? ''}`,
    ),
  ).toEqual([2, 'c', 'd0', 'D', 'e', 1, 'g', 'H1']);
  expect(changes).toBe(2);
});
