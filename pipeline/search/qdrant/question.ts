/** Converts a question to Qdrant queries. */
import type { Schemas } from '@qdrant/js-client-rest';
import { analyse, type Token } from '../text/analysis.ts';
import type { IndexQuery } from '../contract.ts';
import { phraseStarts } from '../text/highlight.ts';
import type { ParsedQuery, QueryWord } from '../text/query.ts';
import type { Passage } from './layout.ts';

type Filter = Schemas['Filter'];
type Condition = Schemas['FieldCondition'] | Filter;

const equals = (key: string, value: string): Condition => ({ key, match: { value } });
const oneOf = (key: string, any: readonly string[]): Condition => ({
  key,
  match: { any: [...any] },
});
const begins = (form: string): Condition => ({ key: 'words', match: { prefix: form } });

/** Every filter starts with the owner; no query omits it. */
export function scopeOf(
  { ownerId, sourceIds, sourceType }: Pick<IndexQuery, 'ownerId' | 'sourceIds' | 'sourceType'>,
  kind: 'source' | 'passage',
): Condition[] {
  return [
    equals('owner', ownerId),
    equals('kind', kind),
    ...(sourceIds ? [oneOf('source', sourceIds)] : []),
    ...(sourceType ? [equals('type', sourceType)] : []),
  ];
}

/**
 * In the index, the last character of a run of an unspaced script is paired with the one that
 * followed it.
 */
const isLone = (term: string): boolean => [...term].length === 1 && /[^\x00-\x7f]/.test(term);
const has = ({ terms, form, prefix }: Pick<QueryWord, 'terms' | 'form' | 'prefix'>): Condition => {
  const wholeWords = oneOf('words', terms);
  return prefix || isLone(form) ? { should: [wholeWords, begins(form)] } : wholeWords;
};
/**
 * Conditions that a passage with every phrase meets; the order of the words is checked on its text.
 */
export const phraseConditions = ({ phrases }: ParsedQuery): Condition[] =>
  phrases.map(({ variants }) => ({
    should: variants.map((row) => ({
      must: row.map((term) => has({ terms: [term], form: term, prefix: false })),
    })),
  }));
export const wordConditions = ({ words }: ParsedQuery): Condition[] => words.map(has);

/**
 * Excludes passages that are being written or were left by a crashed writer: of these sources, only
 * the current edition counts, if there is one.
 */
export function onlyCurrent(heads: ReadonlyMap<string, { edition: string } | undefined>): Filter[] {
  if (heads.size === 0) return [];
  return [
    {
      must: [oneOf('source', [...heads.keys()])],
      must_not: [
        oneOf(
          'edition',
          [...heads.values()].flatMap((head) => head?.edition ?? []),
        ),
      ],
    },
  ];
}

/** Tells whether the passage has the exact phrases in its text, headings or title. */
export function holdsPhrases(
  { phrases }: ParsedQuery,
  tokens: readonly Token[],
  { heading, language }: Pick<Passage, 'heading' | 'language'>,
  title: string,
): boolean {
  const rows = [tokens, analyse(heading, language), analyse(title, language)];
  return phrases.every(({ forms }) => rows.some((row) => phraseStarts(row, forms).length > 0));
}
