/** The passages that answer a question best, by words: candidates by the postings, weighed by their terms in order, once more with what the best of them teach. */
import type { ParsedQuery } from '../query.ts';
import { Best, gatherBest, type Range, type Scored } from './candidates.ts';
import { Feedback, likeness, type Learned } from './feedback.ts';
import { BM25, Scorer, unpackTerms } from './scoring.ts';
import { bytesOf, type Statements } from './segments.ts';
import { rarity, type FoundWord, type Shelf, type Words } from './words.ts';
import { scoresOf } from './weight.ts';

/** So many are weighed at least. */
const WEIGHED = 100;
const MAX_BITS = 31;
/** What the other passages of a source add to one, by the mean of the best few of them. */
const BESIDE = { weight: 0.3, most: 4 };
/** Postings that are read at most for what was learned. */
const MAX_LEARNED_POSTINGS = 300_000;

interface Row { doc: number; source: number; terms: Uint8Array }
export interface Ranked { doc: number; score: number }
export interface Found { ranked: Ranked[]; /** the numbers of terms that stand for a word of the question without being it */ other: Set<number> }

export class Finder {
  readonly #prepare: Statements['prepare'];
  readonly #words: Words;

  constructor({ prepare }: Pick<Statements, 'prepare'>, words: Words) { this.#prepare = prepare; this.#words = words; }

  forget(): void { this.#words.forget(); }

  /** At least `wanted` when there are as many. `all`: every word has to be there. */
  find(ownerId: string, parsed: ParsedQuery, mode: 'all' | 'any', wanted: number, within?: readonly Range[]): Found {
    const shelf = this.#words.shelf(ownerId);
    const { words, minor, phrases } = this.#words.find(shelf, parsed, mode);
    const listed = words.slice(0, MAX_BITS);
    const required = mode === 'all' ? listed.reduce((bits, _, at) => bits | (1 << at), 0) : 0;
    if (listed.length === 0) return { ranked: [], other: new Set() };
    const scorer = new Scorer([...words, ...minor], phrases, shelf.mean);
    const asked = tablesOf(listed, shelf);
    const rows = new Map<number, Row>();
    const scores = this.#weigh(asked, scorer, wanted, required, within, rows);
    const ranked = withNeighbours(scores, rows);
    const other = new Set(words.flatMap((it) => it.other));
    if (mode === 'all') return { ranked, other };
    const learned = this.#learn(shelf, ranked, rows, [...words, ...minor]);
    if (learned.length === 0) return { ranked, other };
    return { ranked: this.#again(shelf, asked, scorer, learned, wanted, within, rows, new Map(ranked.map((it) => [it.doc, it.score]))), other };
  }

  /** The best by their postings, weighed by their terms; passages that are no more are passed over. */
  #weigh(asked: Scored[][], scorer: Scorer, wanted: number, required: number, within: readonly Range[] | undefined, rows: Map<number, Row>): Map<number, number> {
    for (let most = Math.max(WEIGHED, 2 * wanted); ; most *= 4) {
      const best = new Best(most);
      for (const lists of asked) gatherBest(lists, best, required, within);
      const scores = new Map<number, number>();
      for (const row of this.#read(best.ranked().map((it) => it.doc), rows)) scores.set(row.doc, scorer.score(unpackTerms(row.terms)));
      if (scores.size >= wanted || !best.full) return scores;
    }
  }

  #read(docs: readonly number[], rows: Map<number, Row>): Row[] {
    const missing = docs.filter((doc) => !rows.has(doc));
    for (const raw of this.#prepare('SELECT doc, source, terms FROM chunks WHERE doc IN (SELECT value FROM json_each(?))').iterate(JSON.stringify(missing))) {
      const row = { doc: Number(raw['doc']), source: Number(raw['source']), terms: bytesOf(raw['terms']) };
      rows.set(row.doc, row);
    }
    return docs.flatMap((doc) => rows.get(doc) ?? []);
  }

  #learn(shelf: Shelf, ranked: readonly Ranked[], rows: ReadonlyMap<number, Row>, words: readonly FoundWord[]): Learned[] {
    const bestOfSource = new Map<number, Ranked>();
    for (const it of ranked) { const source = rows.get(it.doc)?.source ?? 0; if (!bestOfSource.has(source)) bestOfSource.set(source, it); }
    const best = [...bestOfSource.values()];
    const strength = likeness(best.map((it) => it.score));
    if (strength === 0) return [];
    const feedback = new Feedback(shelf.mean);
    for (const { doc, score } of best) {
      const row = rows.get(doc);
      if (feedback.full) break;
      if (row) feedback.take(unpackTerms(row.terms), score / (best[0]?.score ?? 1));
    }
    return feedback.learned(shelf.docs, (term) => this.#words.docsOf(shelf, term), strength, words.reduce((sum, it) => sum + it.weight, 0));
  }

  /** Asks once more, for what was learned as well. */
  #again(shelf: Shelf, asked: Scored[][], scorer: Scorer, learned: readonly Learned[], wanted: number, within: readonly Range[] | undefined, rows: Map<number, Row>, before: Map<number, number>): Ranked[] {
    const more = asked.map((lists) => [...lists]);
    let postings = 0;
    for (const { term, weight, idf } of learned) {
      postings += this.#words.docsOf(shelf, term);
      if (postings > MAX_LEARNED_POSTINGS) break;
      const scores = scoresOf(idf * weight, { ...BM25, mean: shelf.mean });
      for (const [at, row] of this.#words.lists(shelf, term, 1).entries()) for (const { list } of row) more[at]?.push({ list, scores, bit: 0 });
    }
    const best = new Best(Math.max(WEIGHED, 2 * wanted));
    for (const lists of more) gatherBest(lists, best, 0, within);
    this.#read(best.ranked().map((it) => it.doc), rows);
    const worth = new Map(learned.map((it) => [it.term, it]));
    return [...rows.values()].map(({ doc, terms }) => {
      const passage = unpackTerms(terms);
      const counts = new Map<number, number>();
      for (let at = 0; at < passage.length; at += 1) {
        const term = passage.terms[at] ?? 0;
        if (worth.has(term)) counts.set(term, (counts.get(term) ?? 0) + (at < passage.title ? 2 : 1));
      }
      const norm = 1 - BM25.b + BM25.b * passage.length / shelf.mean;
      let score = before.get(doc) ?? scorer.score(passage);
      for (const [term, count] of counts) {
        const { idf = 0, weight = 0 } = worth.get(term) ?? {};
        score += idf * weight * (count / norm) * (BM25.k1 + 1) / (count / norm + BM25.k1);
      }
      return { doc, score };
    }).sort(byScore);
  }
}

const byScore = (a: Ranked, b: Ranked): number => b.score - a.score || a.doc - b.doc;

function tablesOf(words: readonly FoundWord[], { segments, mean }: Shelf): Scored[][] {
  const tables = words.map(({ idf, weight }) => {
    const byFactor = new Map<number, Float32Array>();
    return (factor: number) => {
      let scores = byFactor.get(factor);
      if (!scores) byFactor.set(factor, scores = scoresOf(idf * weight * factor, { ...BM25, mean }));
      return scores;
    };
  });
  return segments.map((_, at) => words.flatMap(({ lists }, bit) => (lists[at] ?? []).map(({ list, factor }): Scored => ({ list, scores: tables[bit]?.(factor) ?? new Float32Array(256), bit: 1 << bit }))));
}

/** With what the other passages of a source that were found add to each; best first. */
function withNeighbours(scores: ReadonlyMap<number, number>, rows: ReadonlyMap<number, Row>): Ranked[] {
  const bySource = Map.groupBy([...scores].sort((a, b) => b[1] - a[1]), ([doc]) => rows.get(doc)?.source ?? 0);
  return [...bySource.values()].flatMap((found) => found.map(([doc, score], at) => {
    const others = found.slice(0, BESIDE.most + 1).filter((_, place) => place !== at).slice(0, BESIDE.most);
    return { doc, score: score + BESIDE.weight * others.reduce((sum, it) => sum + it[1], 0) / BESIDE.most };
  })).sort(byScore);
}
