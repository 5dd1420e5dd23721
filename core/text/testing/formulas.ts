/**
 * Texts that a spreadsheet would run as formulas, such as titles or tags of foreign pages.
 */
const STARTS = [
  '=',
  '+',
  '-',
  '@',
  '\t',
  '\r',
  '\n=',
  ' =',
  '\u00a0=',
  '\ufeff=',
  '\uff1d',
  '\uff0b',
  '\uff0d',
  '\uff20',
  '"=',
  ';=',
  ',=',
  '; =',
  '\t=',
  '\ta\t=',
  'a\n=',
  'a\r\n@',
  "'=",
  '"\t=',
  '";=',
];
const BODIES = [
  '1+1',
  "cmd|' /C calc'!A0",
  'HYPERLINK("http://evil.example","x")',
  'WEBSERVICE("http://evil.example")',
  'IMPORTXML("http://evil.example","//a")',
  'DDE("cmd";"/C calc";"x")',
  '@SUM(1)',
];

export const FORMULAS: readonly string[] = STARTS.flatMap((start) =>
  BODIES.map((body) => `${start}${body}`),
);
/** Whether a spreadsheet treats a cell with this start as a formula. */
export const isFormula = (cell: string): boolean =>
  /^[\s\ufeff]*[=+\-@\uff1d\uff0b\uff0d\uff20]|^[\t\r\n]/.test(cell);
