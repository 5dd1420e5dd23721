/** Formats values in the language of the page. */
const language = globalThis.document?.documentElement.lang || 'en';

const rules = new Intl.PluralRules(language);
const numbers = new Intl.NumberFormat(language);
const percents = new Intl.NumberFormat(language, { style: 'percent' });
const lists = new Intl.ListFormat(language, { type: 'unit', style: 'short' });
const days = new Intl.DateTimeFormat(language, { month: 'short', day: '2-digit', year: 'numeric' });
const clocks = new Intl.DateTimeFormat(language, { timeStyle: 'short' });
const moments = new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'short' });

/**
 * `#` stands for the number: `counted(2, { one: '# source', other: '# sources' })` is "2 sources".
 */
export const counted = (
  count: number,
  forms: Partial<Record<Intl.LDMLPluralRule, string>> & { other: string },
): string => (forms[rules.select(count)] ?? forms.other).replaceAll('#', numbers.format(count));
export const numberText = (value: number): string => numbers.format(value);
/** "58%" for 0.58. */
export const percentText = (share: number): string => percents.format(share);
/** "2 added, 1 removed" */
export const listText = (parts: readonly string[]): string => lists.format(parts);
/** "Nov 21, 2026", the date format of the app. */
export const dayText = (at: string | number | Date): string => days.format(new Date(at));
/** A date with its time. */
export const momentText = (at: string | number | Date): string => moments.format(new Date(at));
export const clockText = (at: string | number | Date): string => clocks.format(new Date(at));
