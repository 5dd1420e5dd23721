import fc from 'fast-check';
import { expect, it } from 'vitest';
import { citationMarks, MarkReader, type MarkPiece } from './mark-reader.ts';

function read(deltas: readonly string[]): MarkPiece[] {
  const reader = new MarkReader();
  const out: MarkPiece[] = [];
  for (const piece of [...deltas.flatMap((it) => reader.push(it)), ...reader.flush()]) {
    const last = out.at(-1);
    if ('text' in piece && last && 'text' in last) last.text += piece.text;
    else out.push({ ...piece });
  }
  return out;
}

it('finds the citation marks of a text', () => {
  expect(citationMarks('Bees `[1]` dance [1], “[2]” [3].')).toEqual([
    { start: 17, end: 20, mark: 1 },
    { start: 28, end: 31, mark: 3 },
  ]);
});

it('finds the same marks however the text is split', () => {
  const piece = fc.constantFrom(
    ...[
      'Bees dance',
      'hive. ',
      ' [1]',
      '[2, 3]',
      '【3†a】',
      '[',
      ']',
      '[1',
      '1',
      '.',
      ' ',
      '\n',
      '[a]',
      '(',
      ')',
    ],
    ...[
      '$',
      '"',
      '`',
      '“',
      '”',
      ':',
      '=',
      '\\',
      '\n\n',
      '\n> ',
      '\n- ',
      '```\n',
      '$$',
      'https://a.b/',
      '[1]: ',
    ],
  );
  fc.assert(
    fc.property(
      fc.array(piece, { maxLength: 40 }).map((it) => it.join('')),
      fc.array(fc.nat(400), { maxLength: 60 }),
      (text, cuts) => {
        const places = [...new Set(cuts.map((it) => it % (text.length + 1)))].sort((a, b) => a - b);
        const deltas = [...places, text.length].map((end, at) =>
          text.slice(places[at - 1] ?? 0, end),
        );
        expect(read(deltas)).toEqual(read([text]));
      },
    ),
    { numRuns: 2000 },
  );
});
