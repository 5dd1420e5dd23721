/**
 * Characters that start a formula in a spreadsheet, including wide ones of East Asian keyboards
 * (OWASP, “CSV Injection”).
 */
const SIGN = '=+\\-@\uff1d\uff0b\uff0d\uff20';
const FORMULA = new RegExp(`^[\\s\\ufeff]*[${SIGN}]|^[\\t\\r\\n]`, 'u');
/** Programs with another cell separator than the comma may start a formula after it. */
const FORMULA_WITHIN = new RegExp(`([;\\t\\r\\n])([ \\u00a0\\ufeff]*[${SIGN}])`, 'gu');

/**
 * One cell of a CSV, quoted if necessary. An apostrophe keeps text that a spreadsheet would run as
 * a formula.
 */
export function csvCell(text: string): string {
  const inert = text.replace(FORMULA_WITHIN, "$1'$2");
  const safe = FORMULA.test(inert) ? `'${inert}` : inert;
  return /[",\t\n\r]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
