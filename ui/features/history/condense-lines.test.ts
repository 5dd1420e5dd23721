import { expect, it } from 'vitest';
import type { NotesDiffPart } from '#core/contract/history.ts';
import { condenseLines } from './condense-lines.ts';

it('keeps two lines around each change, and counts the rest', () => {
  const line = { kind: 'paragraph', level: 0 } as const;
  const same = (text: string): NotesDiffPart => ({ kind: 'same', line, text });
  const parts: NotesDiffPart[] = [
    ...'abcde'.split('').map(same),
    { kind: 'removed', line, text: 'x' },
    { kind: 'added', line, text: 'y' },
    ...'fghij'.split('').map(same),
    { kind: 'restyled', line, text: 'z' },
  ];
  const { rows, changes } = condenseLines(parts);
  expect(changes).toBe(2);
  expect(
    rows.map((row) =>
      row.kind === 'left'
        ? row.count
        : `${row.part.kind === 'changed' ? '' : row.part.text}${row.change ?? ''}`,
    ),
  ).toEqual([3, 'd', 'e', 'x0', 'y', 'f', 'g', 1, 'i', 'j', 'z1']);
  expect(condenseLines([same('a')])).toEqual({ rows: [{ kind: 'left', count: 1 }], changes: 0 });
});
