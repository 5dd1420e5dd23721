/** Suggestions for `tag:` and the other operators while typing. Pure. */
import { IN_VALUES, IS_VALUES, type SearchOperator } from '#core/text/search-query.ts';

export interface SuggestedNames {
  tags: readonly string[];
  folders: readonly string[];
  channels: readonly string[];
}
export interface Suggestion {
  value: string;
  /** the query with it, and the new caret position */
  text: string;
  caret: number;
}

const MOST = 8;
const TYPED = /(?:^|\s)-?(tag|folder|site|is|in):(?:["“„«]([^"“”„«»]*)|(\S*))$/iu;

const valuesFor = (operator: string, names: SuggestedNames): readonly string[] =>
  ({
    tag: names.tags,
    folder: names.folders,
    site: names.channels,
    is: IS_VALUES,
    in: IN_VALUES,
  })[operator] ?? [];

/** A value in the form of an operator's value. */
export const quoted = (value: string): string => (/[\s"“”„«»]/u.test(value) ? `"${value}"` : value);

/** Values for the operator at the caret, prefix matches first. */
export function suggestionsAt(text: string, caret: number, names: SuggestedNames): Suggestion[] {
  const match = TYPED.exec(text.slice(0, caret));
  if (!match) return [];
  const [, operator = '', inQuotes, bare = ''] = match;
  const typed = (inQuotes ?? bare).toLowerCase();
  const start = caret - (inQuotes === undefined ? bare.length : inQuotes.length + 1);
  const [rest = ''] = /^\S*/u.exec(text.slice(caret)) ?? [];
  const after = text.slice(caret + rest.length).trimStart();
  const found = valuesFor(operator.toLowerCase(), names).filter((it) =>
    it.toLowerCase().includes(typed),
  );
  if (found.some((it) => it.toLowerCase() === typed)) return [];
  const begins = (it: string) => it.toLowerCase().startsWith(typed);
  return [...found.filter(begins), ...found.filter((it) => !begins(it))]
    .slice(0, MOST)
    .map((value) => {
      const before = `${text.slice(0, start)}${quoted(value)} `;
      return { value, text: before + after, caret: before.length };
    });
}

/** Appends an operator to the query, ready for its value. */
export const withOperator = (text: string, operator: SearchOperator): string =>
  `${text.trimEnd()}${text.trim() === '' ? '' : ' '}${operator}:`;

/** Removes the operator at `[start, end)` from the query. */
export const withoutRange = (text: string, start: number, end: number): string =>
  `${text.slice(0, start).trimEnd()} ${text.slice(end).trimStart()}`.trim();
