/** From a parsed query to an FTS5 expression. Every term is quoted, so nothing a person types is syntax. */
import type { ParsedQuery, QueryWord } from '../query.ts';

const quoted = (term: string): string => `"${term.replaceAll('"', '""')}"`;
const either = (parts: string[]): string => (parts.length === 1 ? parts.join('') : `(${parts.join(' OR ')})`);

const MAX_WEIGHT = 3;

/** `expanded`: for words that may be unfinished, terms of longer words that begin so but whose term does not. */
export function matchExpression(query: ParsedQuery, match: 'all' | 'any', expanded: ReadonlyMap<QueryWord, readonly string[]>): string | undefined {
  const words = query.words.map((word) => either([
    ...word.terms.map(quoted),
    ...(word.prefix ? [`${quoted(word.form)}*`] : []),
    ...(expanded.get(word) ?? []).map(quoted),
  ]));
  const phrases = query.phrases.map(({ variants }) => either(variants.map((row) => {
    const last = row.at(-1) ?? '';
    const lone = row.length > 1 && [...last].length === 1 && /[^\x00-\x7f]/.test(last);
    return `${quoted(row.join(' '))}${lone ? '*' : ''}`;
  })));
  if (match === 'any') {
    // A word said twice weighs twice.
    const weighed = query.words.flatMap((word, at) => Array.from({ length: Math.min(word.count, MAX_WEIGHT) }, () => words[at] ?? ''));
    return [...weighed, ...phrases].join(' OR ') || undefined;
  }
  return [...phrases, ...words].map((it) => `(${it})`).join(' AND ') || undefined;
}
