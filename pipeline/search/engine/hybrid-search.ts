import type { SourceId } from '#core/contract/id.ts';
import type { IndexHit, EmbeddedQuery } from '../contract.ts';
import { analyse, isUnsegmented, type Token } from '../text/analysis.ts';
import { excerpt } from '../text/excerpt.ts';
import { highlights, highlightsOfTerms, phraseStarts } from '../text/highlight.ts';
import { parseQuery } from '../text/query.ts';
import type { DocRange } from './accumulator.ts';
import type { Dictionary } from './dictionary.ts';
import type { LexicalSearch } from './lexical-search.ts';
import { offsetsOf, type Passage, type PassageReader } from './passage-reader.ts';
import { reciprocalRankFusion } from './reciprocal-rank-fusion.ts';
import type { SourceTable } from './source-table.ts';
import type { PassageKey, Vectors } from './vectors.ts';

/** Passages that a phrase search reads to check the exact words, at most. */
const MAX_PHRASE_CANDIDATES = 2000;
/** Length of each list that is fused, at least. */
const MIN_FUSED = 100;
const MAX_LIMIT = 200;

export interface HybridSearchParts {
  sources: SourceTable;
  dictionary: Dictionary;
  passages: PassageReader;
  lexical: LexicalSearch;
  vectors: Vectors;
}

/** Answers a query by words, or by words and vectors, as hits with highlights. */
export class HybridSearch {
  readonly #sources: SourceTable;
  readonly #dictionary: Dictionary;
  readonly #passages: PassageReader;
  readonly #lexical: LexicalSearch;
  readonly #vectors: Vectors;

  constructor({ sources, dictionary, passages, lexical, vectors }: HybridSearchParts) {
    this.#sources = sources;
    this.#dictionary = dictionary;
    this.#passages = passages;
    this.#lexical = lexical;
    this.#vectors = vectors;
  }

  search(query: EmbeddedQuery<string>): IndexHit<string>[] {
    const hits = query.vectors?.length ? this.#fused(query) : this.#byWords(query);
    return hits.map((hit) => excerpt(hit, query.maxTextLength));
  }

  /** Fuses the ranking by words and that of each vector. */
  #fused(query: EmbeddedQuery<string>): IndexHit<string>[] {
    const limit = limitOf(query);
    const near = this.#vectors.nearest(query, Math.max(limit, MIN_FUSED));
    const hits = new Map(
      this.#byWords({ ...query, limit: Math.max(limit, MIN_FUSED) }).map((hit) => [
        keyOf(hit),
        hit,
      ]),
    );
    const scores = reciprocalRankFusion([
      { keys: [...hits.keys()], weight: 1 },
      ...near.map((list) => ({ keys: list.map(keyOf), weight: 1 })),
    ]);
    const best = [...scores].sort((a, b) => b[1] - a[1]).slice(0, limit);
    const chosen = new Set(best.map(([key]) => key));
    for (const hit of this.#hitsAt(
      near.flat().filter((place) => chosen.has(keyOf(place)) && !hits.has(keyOf(place))),
      query,
    ))
      hits.set(keyOf(hit), hit);
    return best.flatMap(([key, score]) => {
      const hit = hits.get(key);
      return hit ? [{ ...hit, score }] : [];
    });
  }

  /** `all` falls back to `any` if no passage contains every word. */
  #byWords(query: EmbeddedQuery<string>): IndexHit<string>[] {
    const languages = this.#sources.languages(query);
    if (languages.length === 0) return [];
    const within = this.#sources.ranges(query);
    const mode = query.match ?? 'any';
    const hits = this.#find(query, languages, within, mode);
    return hits.length === 0 && mode === 'all' ? this.#find(query, languages, within, 'any') : hits;
  }

  #find(
    query: EmbeddedQuery<string>,
    languages: string[],
    within: DocRange[] | undefined,
    mode: 'all' | 'any',
  ): IndexHit<string>[] {
    const parsed = parseQuery(query.text, languages, mode);
    const exact = mode === 'all' && parsed.phrases.length > 0;
    const limit = limitOf(query);
    const { ranked, otherTerms, highlightTerms, textTerms } = this.#lexical.search(
      query.ownerId,
      parsed,
      mode,
      exact ? MAX_PHRASE_CANDIDATES : limit,
      within,
    );
    // The stored terms tell where the words are, without analysing the text again.
    const wholeWords =
      !exact &&
      !parsed.words.some((it) => it.prefix) &&
      !parsed.phrases.some(({ forms }) => forms.some(isUnsegmented));
    const quoted = wholeWords
      ? parsed.phrases.map(({ forms, variants }) => ({
          forms,
          firstTerms: new Set(
            variants.flatMap((row) => this.#dictionary.termId(row[0] ?? '') ?? []),
          ),
        }))
      : [];
    let otherTexts: Set<string> | undefined;
    const hits: IndexHit<string>[] = [];
    if (!exact) this.#passages.preload(ranked.slice(0, limit).map((it) => it.doc));
    for (const { doc, score } of ranked) {
      if (hits.length === limit) break;
      const passage = this.#passages.passage(doc);
      const offsets = wholeWords ? offsetsOf(passage, textTerms(doc).length) : undefined;
      if (offsets) {
        hits.push(
          hitOf(
            passage,
            score,
            highlightsOfTerms(passage.hit.text, offsets, textTerms(doc), highlightTerms, quoted),
          ),
        );
        continue;
      }
      const tokens = analyse(passage.hit.text, passage.language);
      if (exact && !parsed.phrases.every(({ forms }) => hasPhrase(tokens, passage, forms)))
        continue;
      otherTexts ??= new Set(
        [...otherTerms].flatMap((term) => this.#dictionary.termText(term) ?? []),
      );
      hits.push(hitOf(passage, score, highlights(tokens, parsed, otherTexts)));
    }
    return hits;
  }

  /** Passages that were found by vectors, with the query's words highlighted. */
  #hitsAt(keys: readonly PassageKey[], query: EmbeddedQuery<string>): IndexHit<string>[] {
    return keys.flatMap((key) => {
      const passage = this.#passages.passageAt(key);
      if (!passage) return [];
      const tokens = analyse(passage.hit.text, passage.language);
      const parsed = parseQuery(query.text, [passage.language], 'any');
      return [hitOf(passage, 0, highlights(tokens, parsed, new Set()))];
    });
  }
}

const limitOf = ({ limit }: EmbeddedQuery<string>): number =>
  Math.min(MAX_LIMIT, Math.max(1, Math.trunc(limit)));
const keyOf = ({ sourceId, ordinal }: { sourceId: SourceId; ordinal?: number }): string =>
  `${sourceId} ${ordinal}`;

const hitOf = ({ hit }: Passage, score: number, ranges: [number, number][]): IndexHit<string> => ({
  ...hit,
  score,
  highlights: ranges,
});

/** Tells whether the passage, its headings or its title contain the exact words in sequence. */
function hasPhrase(
  tokens: readonly Token[],
  { hit, language }: Passage,
  forms: readonly string[],
): boolean {
  return (
    phraseStarts(tokens, forms).length > 0 ||
    phraseStarts(analyse(hit.heading, language), forms).length > 0 ||
    phraseStarts(analyse(hit.title, language), forms).length > 0
  );
}
