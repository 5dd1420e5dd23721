import Papa from 'papaparse';
import { expect, test } from 'vitest';
import { csvCell } from './csv-cell.ts';
import { FORMULAS, isFormula } from './testing/formulas.ts';

test.each([',', ';', '\t'])('no text becomes a formula where cells end at %j', (delimiter) => {
  const running = FORMULAS.filter((text) =>
    Papa.parse<string[]>(`first,${csvCell(text)},last`, { delimiter })
      .data.flat()
      .some(isFormula),
  );
  expect(running).toEqual([]);
});
test('a text that is none is read as it was, and is quoted only where it must be', () => {
  for (const text of ['Otters, "quoted"', 'a; b', 'two\nlines', 'plain', 'a-b', 'x=1', 'Ärger 🦦'])
    expect(Papa.parse<string[]>(csvCell(text), { delimiter: ',' }).data[0]?.[0]).toBe(text);
  expect([csvCell('plain'), csvCell('a-b')]).toEqual(['plain', 'a-b']);
});
