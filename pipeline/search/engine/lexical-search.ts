/**
 * Ranks an owner's passages by the words of a question, in three steps: candidates by their
 * postings (BM25), a score of each candidate from its terms in order, and a second search expanded
 * by pseudo-relevance feedback. FORMAT.md describes the scoring.
 */
import type { ParsedQuery } from '../text/query.ts';
import { Accumulator, type DocRange, type ScanScope, type WeightedTerm } from './accumulator.ts';
import type { Statements } from './statements.ts';
import {
  PseudoRelevanceFeedback,
  feedbackStrength,
  FEEDBACK_SOURCES,
  ExpandedQuery,
  type ExpansionTerm,
} from './pseudo-relevance-feedback.ts';
import { sortByScore } from './sort-by-score.ts';
import { LruCache } from './lru-cache.ts';
import { unpackTerms, type PassageTerms } from './passage-terms.ts';
import { Scorer } from './scoring.ts';
import { bytesOf } from './posting-page.ts';
import { TermSlots } from './term-slots.ts';
import type { ResolvedWord, OwnerIndex, TermResolver } from './term-resolver.ts';
import { TopK } from './top-k.ts';

/** Candidates that are scored by their terms, at least. */
const MIN_RERANKED = 100;
/** Candidates of the expanded search that are scored, at least. */
const MIN_EXPANDED = 30;
/** Best candidates among which the discrimination of each word is measured. */
const DISCRIMINATION_DEPTH = 20;
const MAX_WORDS = 31;
/** Share of the mean score of a source's best other passages that is added to a passage. */
const NEIGHBOURS = { weight: 0.3, maxPassages: 4 };
/** Postings read for expansion terms, at most. */
const MAX_EXPANSION_POSTINGS = 300_000;

/** Passage terms cached between questions: 4 MB. */
const MAX_CACHED_TERMS = 2 ** 20;
/** Overhead of a cache entry, in terms (estimate). */
const PASSAGE_OVERHEAD_TERMS = 64;

interface CachedPassage {
  doc: number;
  source: number;
  passage: PassageTerms;
}
export interface Ranked {
  doc: number;
  score: number;
}
interface Reranked extends Ranked {
  row: CachedPassage;
}
export interface LexicalResult {
  ranked: Ranked[];
  /** terms that match a word of the question without being that word */
  otherTerms: Set<number>;
  /** all terms that match a word of the question; valid until the next question */
  highlightTerms: { has(term: number): boolean };
  /** the terms of a ranked passage's text, in order */
  textTerms(doc: number): Int32Array;
}

export class LexicalSearch {
  readonly #rows: Statements['rows'];
  readonly #resolver: TermResolver;
  readonly #accumulator = new Accumulator();
  // Reused for each question.
  readonly #queryTerms = new TermSlots();
  readonly #feedbackTerms = new TermSlots();
  readonly #expansionTerms = new TermSlots();
  readonly #highlightTerms = new TermSlots();
  readonly #passages = new LruCache<CachedPassage>(
    MAX_CACHED_TERMS,
    ({ passage }) => passage.length + PASSAGE_OVERHEAD_TERMS,
  );

  constructor({ rows }: Pick<Statements, 'rows'>, words: TermResolver) {
    this.#rows = rows;
    this.#resolver = words;
  }

  /** To be called after any write to the index. */
  clearCaches(): void {
    this.#resolver.clearCaches();
    this.#passages.clear();
  }

  /** Returns `wanted` passages or more, as far as there are. `all`: every word has to occur. */
  search(
    ownerId: string,
    parsed: ParsedQuery,
    mode: 'all' | 'any',
    wanted: number,
    within?: readonly DocRange[],
  ): LexicalResult {
    this.#highlightTerms.clear();
    const owner = this.#resolver.ownerIndex(ownerId);
    const { words, stopWords, phrases } = this.#resolver.resolve(owner, parsed, mode);
    const counted = words.slice(0, MAX_WORDS);
    const required = mode === 'all' ? counted.reduce((bits, _, at) => bits | (1 << at), 0) : 0;
    if (counted.length === 0)
      return {
        ranked: [],
        otherTerms: new Set(),
        highlightTerms: this.#highlightTerms,
        textTerms: () => new Int32Array(),
      };
    const scorer = new Scorer(
      [...words, ...stopWords],
      phrases,
      owner.meanLength,
      this.#queryTerms,
    );
    const asked = weightedTerms(counted);
    const rows = new Map<number, CachedPassage>();
    const scope: ScanScope = {
      first: owner.segments[0]?.first ?? 0,
      last: owner.segments.at(-1)?.last ?? 0,
      weightScores: owner.weightScores,
      within,
    };
    const ranked = addNeighbourScores(this.#rerank(asked, scope, scorer, wanted, required, rows));
    for (const { terms, otherTerms: other } of words) {
      this.#highlightTerms.addAll(terms);
      this.#highlightTerms.addAll(other);
    }
    const found: LexicalResult = {
      ranked,
      otherTerms: new Set(words.flatMap((it) => it.otherTerms)),
      highlightTerms: this.#highlightTerms,
      textTerms: (doc) => textTerms(rows.get(doc)),
    };
    if (mode === 'all') return found;
    const expansion = this.#expansion(owner, ranked, [...words, ...stopWords]);
    if (expansion.length === 0) return found;
    return {
      ...found,
      ranked: this.#searchExpanded(owner, asked, scope, scorer, expansion, wanted, rows, ranked),
    };
  }

  /**
   * Takes the best candidates by their postings and scores them by their terms; best first. Postings
   * of deleted passages are skipped: when too few passages are left, more candidates are taken.
   */
  #rerank(
    asked: readonly WeightedTerm[],
    scope: ScanScope,
    scorer: Scorer,
    wanted: number,
    required: number,
    rows: Map<number, CachedPassage>,
  ): Reranked[] {
    for (let most = Math.max(MIN_RERANKED, 2 * wanted); ; most *= 4) {
      const best = new TopK(most);
      this.#accumulator.scan(asked, scope, best, required);
      const read = this.#readPassages(
        best.ranked().map((it) => it.doc),
        rows,
      );
      scorer.weighDiscrimination(read.slice(0, DISCRIMINATION_DEPTH).map((row) => row.passage));
      if (read.length >= wanted || !best.isFull)
        return sortByScore(
          read.map((row) => ({ doc: row.doc, score: scorer.score(row.passage), row })),
        );
    }
  }

  #readPassages(docs: readonly number[], rows: Map<number, CachedPassage>): CachedPassage[] {
    const missing: number[] = [];
    for (let at = 0; at < docs.length; at += 1) {
      const doc = docs[at] ?? 0;
      if (rows.has(doc)) continue;
      const kept = this.#passages.get(doc);
      if (kept) rows.set(doc, kept);
      else missing.push(doc);
    }
    if (missing.length > 0) {
      for (const columns of this.#rows(
        'SELECT doc, source, terms FROM chunks WHERE doc IN (SELECT value FROM json_each(?))',
        JSON.stringify(missing),
      )) {
        const row = {
          doc: Number(columns[0]),
          source: Number(columns[1]),
          passage: unpackTerms(bytesOf(columns[2])),
        };
        rows.set(row.doc, row);
        this.#passages.set(row.doc, row);
      }
    }
    const read: CachedPassage[] = [];
    for (let at = 0; at < docs.length; at += 1) {
      const row = rows.get(docs[at] ?? 0);
      if (row) read.push(row);
    }
    return read;
  }

  #expansion(
    owner: OwnerIndex,
    ranked: readonly Reranked[],
    words: readonly ResolvedWord[],
  ): ExpansionTerm[] {
    const best = bestOfSources(ranked, FEEDBACK_SOURCES);
    const strength = feedbackStrength(best.map((it) => it.score));
    if (strength === 0) return [];
    const feedback = new PseudoRelevanceFeedback(
      best.map(({ row, score }) => ({
        passage: row.passage,
        share: score / (best[0]?.score ?? 1),
      })),
      owner.meanLength,
      this.#feedbackTerms,
    );
    return feedback.expansionTerms(
      owner.docs,
      (term) => this.#resolver.docFrequency(owner, term),
      strength,
      words.reduce((sum, it) => sum + it.weight, 0),
    );
  }

  /** Searches again, for the words of the question and the expansion terms. */
  #searchExpanded(
    owner: OwnerIndex,
    asked: readonly WeightedTerm[],
    scope: ScanScope,
    scorer: Scorer,
    expansion: readonly ExpansionTerm[],
    wanted: number,
    rows: Map<number, CachedPassage>,
    ranked: readonly Reranked[],
  ): Ranked[] {
    const more: WeightedTerm[] = [];
    let postings = 0;
    for (const { term, weight, idf } of expansion) {
      postings += this.#resolver.docFrequency(owner, term);
      if (postings > MAX_EXPANSION_POSTINGS) break;
      more.push({ lists: this.#resolver.postingLists(owner, term), weight: idf * weight, bit: 0 });
    }
    const best = new TopK(Math.max(MIN_EXPANDED, 2 * wanted));
    this.#accumulator.scanMore(asked, more, scope, best);
    const fresh = this.#readPassages(
      best.docs.filter((doc) => !rows.has(doc)),
      rows,
    );
    const expanded = new ExpandedQuery(expansion, owner.meanLength, this.#expansionTerms);
    return sortByScore([
      ...ranked.map(({ doc, score, row }) => ({ doc, score: score + expanded.score(row.passage) })),
      ...fresh.map(({ doc, passage }) => ({
        doc,
        score: scorer.score(passage) + expanded.score(passage),
      })),
    ]);
  }
}

const textTerms = (row: CachedPassage | undefined): Int32Array =>
  row ? row.passage.terms.subarray(row.passage.title + row.passage.heading) : new Int32Array();

const weightedTerms = (words: readonly ResolvedWord[]): WeightedTerm[] =>
  words.flatMap(({ postings: terms, idf, weight }, bit) =>
    terms.map(
      ({ lists, factor }): WeightedTerm => ({
        lists,
        weight: idf * weight * factor,
        bit: 1 << bit,
      }),
    ),
  );

/** The best passage of each of the `most` best sources. */
function bestOfSources(ranked: readonly Reranked[], most: number): Reranked[] {
  const sources = new Set<number>();
  const best: Reranked[] = [];
  for (let at = 0; at < ranked.length && best.length < most; at += 1) {
    const one = ranked[at];
    if (!one || sources.has(one.row.source)) continue;
    sources.add(one.row.source);
    best.push(one);
  }
  return best;
}

/** Adds to each passage a share of the scores of its source's other passages; best first. */
function addNeighbourScores(ranked: Reranked[]): Reranked[] {
  if (new Set(ranked.map((it) => it.row.source)).size === ranked.length) return ranked;
  const bySource = Map.groupBy(ranked, (it) => it.row.source);
  return sortByScore(
    [...bySource.values()].flatMap((found) =>
      found.map(({ doc, score, row }, at) => {
        const others = found
          .slice(0, NEIGHBOURS.maxPassages + 1)
          .filter((_, place) => place !== at)
          .slice(0, NEIGHBOURS.maxPassages);
        return {
          doc,
          row,
          score:
            score +
            (NEIGHBOURS.weight * others.reduce((sum, it) => sum + it.score, 0)) /
              NEIGHBOURS.maxPassages,
        };
      }),
    ),
  );
}
