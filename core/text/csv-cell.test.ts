import fc from 'fast-check';
import Papa from 'papaparse';
import { expect, test } from 'vitest';
import { csvCell } from './csv-cell.ts';
import { FORMULAS, isFormula } from './testing/formulas.ts';

test.each([',', ';', '\t'])('prevents formulas where cells end at %j', (delimiter) => {
  const running = FORMULAS.filter((text) =>
    Papa.parse<string[]>(`first,${csvCell(text)},last`, { delimiter })
      .data.flat()
      .some(isFormula),
  );
  expect(running).toEqual([]);
});
test('leaves other text unchanged, and quotes it only if needed', () => {
  for (const text of ['Otters, "quoted"', 'a; b', 'two\nlines', 'plain', 'a-b', 'x=1', 'Ärger 🦦'])
    expect(Papa.parse<string[]>(csvCell(text), { delimiter: ',' }).data[0]?.[0]).toBe(text);
  expect([csvCell('plain'), csvCell('a-b')]).toEqual(['plain', 'a-b']);
});

/** Texts with characters that spreadsheets interpret. */
const odd = fc
  .array(
    fc.oneof(
      fc.constantFrom(
        '=',
        '+',
        '-',
        '@',
        '＝',
        '＠',
        '"',
        "'",
        ',',
        ';',
        '\t',
        '\n',
        '\r\n',
        '\ufeff',
      ),
      fc.constantFrom(' ', '\u00a0', 'a', '1+1', 'é', '🦦', '\\', '|'),
    ),
    { maxLength: 12 },
  )
  .map((pieces) => pieces.join(''));

test('prevents formulas in any text with any cell separator', () =>
  fc.assert(
    fc.property(odd, fc.constantFrom(',', ';', '\t'), (text, delimiter) => {
      const cells = Papa.parse<string[]>(`first,${csvCell(text)},last`, { delimiter }).data.flat();
      // White space before other text is harmless.
      expect(cells.filter((cell) => isFormula(cell.trimStart()))).toEqual([]);
    }),
    { numRuns: 1000 },
  ));
test('writes rows with the same number of cells and the same text', () =>
  fc.assert(
    fc.property(fc.array(odd, { minLength: 1, maxLength: 5 }), (texts) => {
      const { data } = Papa.parse<string[]>(['first', ...texts.map(csvCell)].join(','), {
        delimiter: ',',
        newline: '\r\n',
      });
      const [row, ...more] = data;
      expect(more).toEqual([]);
      const withoutApostrophes = (text: string) => text.replaceAll("'", '');
      expect(row?.slice(1).map(withoutApostrophes)).toEqual(texts.map(withoutApostrophes));
    }),
  ));
test('leaves text without formula characters unchanged', () =>
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 40 }), (text) => {
      fc.pre(!/[=+\-@＝＋－＠\t\r\n]/.test(text) && text !== '');
      const [row] = Papa.parse<string[]>(`x,${csvCell(text)}`, { delimiter: ',' }).data;
      expect(row?.[1]).toBe(text);
    }),
  ));
