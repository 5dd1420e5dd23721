/** From a question to what Qdrant is asked. */
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

/** Every filter begins with the owner: nothing is ever asked for without one. */
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
 * The last character of a run of an unspaced script stands in the index with the one that followed
 * it there.
 */
const isLone = (term: string): boolean => [...term].length === 1 && /[^\x00-\x7f]/.test(term);
const has = ({ terms, form, prefix }: Pick<QueryWord, 'terms' | 'form' | 'prefix'>): Condition => {
  const whole = oneOf('words', terms);
  return prefix || isLone(form) ? { should: [whole, begins(form)] } : whole;
};
/**
 * What a passage must have to hold every phrase; whether the words stand in a row is seen on its
 * text.
 */
export const phraseConditions = ({ phrases }: ParsedQuery): Condition[] =>
  phrases.map(({ variants }) => ({
    should: variants.map((row) => ({
      must: row.map((term) => has({ terms: [term], form: term, prefix: false })),
    })),
  }));
export const wordConditions = ({ words }: ParsedQuery): Condition[] => words.map(has);

/**
 * Leaves out what is written at this moment, or was left by a writer that died: of these sources
 * only the edition that counts, if any does.
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

/** Whether the passage has the exact phrases, in its text, its headings or its title. */
export function holdsPhrases(
  { phrases }: ParsedQuery,
  tokens: readonly Token[],
  { heading, language }: Pick<Passage, 'heading' | 'language'>,
  title: string,
): boolean {
  const rows = [tokens, analyse(heading, language), analyse(title, language)];
  return phrases.every(({ forms }) => rows.some((row) => phraseStarts(row, forms).length > 0));
}
