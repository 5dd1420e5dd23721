/**
 * Signs with which a spreadsheet begins a formula, the wide ones of East Asian keyboards too
 * (OWASP, “CSV Injection”).
 */
const SIGN = '=+\\-@\uff1d\uff0b\uff0d\uff20';
const FORMULA = new RegExp(`^[\\s\\ufeff]*[${SIGN}]|^[\\t\\r\\n]`, 'u');
/**
 * Where a program takes other signs than the comma for the end of a cell, a formula may begin
 * behind one.
 */
const FORMULA_WITHIN = new RegExp(`([;\\t\\r\\n])([ \\u00a0\\ufeff]*[${SIGN}])`, 'gu');

/**
 * One cell of a CSV, quoted where it must be. What a spreadsheet would run is kept as text by an
 * apostrophe before it.
 */
export function csvCell(text: string): string {
  const inert = text.replace(FORMULA_WITHIN, "$1'$2");
  const safe = FORMULA.test(inert) ? `'${inert}` : inert;
  return /[",\t\n\r]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
