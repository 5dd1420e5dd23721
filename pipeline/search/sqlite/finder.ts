/** The passages that answer a question best, by words: candidates by the postings, weighed by their terms in order, once more with what the best of them teach. */
import type { ParsedQuery } from '../query.ts';
import { Best, gatherBest, type Range, type Scored } from './candidates.ts';
import { Feedback, likeness, type Learned } from './feedback.ts';
import { Recent } from './recent.ts';
import { BM25, FIELDS, Scorer, unpackTerms, type PassageTerms } from './scoring.ts';
import { bytesOf, type Statements } from './segments.ts';
import { TermSlots } from './term-slots.ts';
import type { FoundWord, Shelf, Words } from './words.ts';

/** So many are weighed at least. */
const WEIGHED = 100;
/** So many of the likeliest are compared for which words tell them apart. */
const COMPARED = 20;
const MAX_BITS = 31;
/** What the other passages of a source add to one, by the mean of the best few of them. */
const BESIDE = { weight: 0.3, most: 4 };
/** Postings that are read at most for what was learned. */
const MAX_LEARNED_POSTINGS = 300_000;

/** Terms of passages that are kept between questions: 4 MB of them. */
const MAX_KEPT_TERMS = 2 ** 20;
/** What is kept beside the terms of a passage, about, in terms. */
const ROW_TERMS = 64;

interface Row { doc: number; source: number; passage: PassageTerms }
export interface Ranked { doc: number; score: number }
export interface Found {
  ranked: Ranked[];
  /** The numbers of terms that stand for a word of the question without being it. */
  other: Set<number>;
  /** And those of all that stand for one. */
  standing: Set<number>;
  /** Of a ranked passage's text, in order. */
  textTerms(doc: number): Int32Array;
}

export class Finder {
  readonly #prepare: Statements['prepare'];
  readonly #words: Words;
  readonly #kept = new Recent<Row>(MAX_KEPT_TERMS, ({ passage }) => passage.length + ROW_TERMS);

  constructor({ prepare }: Pick<Statements, 'prepare'>, words: Words) { this.#prepare = prepare; this.#words = words; }

  /** The numbers of terms hold no more. */
  forget(): void { this.#words.forget(); this.passagesChanged(); }

  /** Passages may be no more, or are new. */
  passagesChanged(): void { this.#words.passagesChanged(); this.#kept.clear(); }

  /** At least `wanted` when there are as many. `all`: every word has to be there. */
  find(ownerId: string, parsed: ParsedQuery, mode: 'all' | 'any', wanted: number, within?: readonly Range[]): Found {
    const shelf = this.#words.shelf(ownerId);
    const { words, minor, phrases } = this.#words.find(shelf, parsed, mode);
    const counted = words.slice(0, MAX_BITS);
    const required = mode === 'all' ? counted.reduce((bits, _, at) => bits | (1 << at), 0) : 0;
    if (counted.length === 0) return { ranked: [], other: new Set(), standing: new Set(), textTerms: () => new Int32Array() };
    const scorer = new Scorer([...words, ...minor], phrases, shelf.mean);
    const asked = listed(counted, shelf);
    const rows = new Map<number, Row>();
    const scores = this.#weigh(asked, shelf, scorer, wanted, required, within, rows);
    const ranked = withNeighbours(scores, rows);
    const other = new Set(words.flatMap((it) => it.other));
    const found: Found = { ranked, other, standing: new Set(words.flatMap((it) => [...it.terms, ...it.other])), textTerms: (doc) => textTerms(rows.get(doc)) };
    if (mode === 'all') return found;
    const learned = this.#learn(shelf, ranked, rows, [...words, ...minor]);
    if (learned.length === 0) return found;
    return { ...found, ranked: this.#again(shelf, asked, scorer, learned, wanted, within, rows, new Map(ranked.map((it) => [it.doc, it.score]))) };
  }

  /** The best by their postings, weighed by their terms; passages that are no more are passed over. */
  #weigh(asked: Scored[][], { scores: table }: Shelf, scorer: Scorer, wanted: number, required: number, within: readonly Range[] | undefined, rows: Map<number, Row>): Map<number, number> {
    for (let most = Math.max(WEIGHED, 2 * wanted); ; most *= 4) {
      const best = new Best(most);
      for (const lists of asked) gatherBest(lists, table, best, required, within);
      const scores = new Map<number, number>();
      const read = this.#read(best.ranked().map((it) => it.doc), rows);
      scorer.compare(read.slice(0, COMPARED).map((row) => row.passage));
      for (const row of read) scores.set(row.doc, scorer.score(row.passage));
      if (scores.size >= wanted || !best.full) return scores;
    }
  }

  #read(docs: readonly number[], rows: Map<number, Row>): Row[] {
    const missing: number[] = [];
    for (const doc of docs) {
      if (rows.has(doc)) continue;
      const kept = this.#kept.get(doc);
      if (kept) rows.set(doc, kept); else missing.push(doc);
    }
    if (missing.length > 0) {
      for (const raw of this.#prepare('SELECT doc, source, terms FROM chunks WHERE doc IN (SELECT value FROM json_each(?))').iterate(JSON.stringify(missing))) {
        const row = { doc: Number(raw['doc']), source: Number(raw['source']), passage: unpackTerms(bytesOf(raw['terms'])) };
        rows.set(row.doc, row);
        this.#kept.set(row.doc, row);
      }
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
      if (row) feedback.take(row.passage, score / (best[0]?.score ?? 1));
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
      for (const [at, row] of this.#words.lists(shelf, term, 1).entries()) for (const { list } of row) more[at]?.push({ list, worth: idf * weight, bit: 0 });
    }
    const best = new Best(Math.max(WEIGHED, 2 * wanted));
    for (const lists of more) gatherBest(lists, shelf.scores, best, 0, within);
    this.#read(best.ranked().map((it) => it.doc), rows);
    const slots = new TermSlots(learned.map((it) => it.term));
    const counts = new Float64Array(learned.length);
    return [...rows.values()].map(({ doc, passage }) => {
      const { title, terms, length } = passage;
      counts.fill(0);
      for (let at = 0; at < length; at += 1) {
        const slot = slots.of(terms[at] ?? 0);
        if (slot !== -1) counts[slot] = (counts[slot] ?? 0) + (at < title ? FIELDS.title : 1);
      }
      const norm = 1 - BM25.b + BM25.b * length / shelf.mean;
      let score = before.get(doc) ?? scorer.score(passage);
      for (let slot = 0; slot < counts.length; slot += 1) {
        const count = (counts[slot] ?? 0) / norm;
        const word = learned[slot];
        if (count > 0 && word) score += word.idf * word.weight * count * (BM25.k1 + 1) / (count + BM25.k1);
      }
      return { doc, score };
    }).sort(byScore);
  }
}

const textTerms = (row: Row | undefined): Int32Array => (row ? row.passage.terms.subarray(row.passage.title + row.passage.heading) : new Int32Array());
const byScore = (a: Ranked, b: Ranked): number => b.score - a.score || a.doc - b.doc;

/** By segment. */
const listed = (words: readonly FoundWord[], { segments }: Shelf): Scored[][] =>
  segments.map((_, at) => words.flatMap(({ lists, idf, weight }, bit) => (lists[at] ?? []).map(({ list, factor }): Scored => ({ list, worth: idf * weight * factor, bit: 1 << bit }))));

/** With what the other passages of a source that were found add to each; best first. */
function withNeighbours(scores: ReadonlyMap<number, number>, rows: ReadonlyMap<number, Row>): Ranked[] {
  const bySource = Map.groupBy([...scores].sort((a, b) => b[1] - a[1]), ([doc]) => rows.get(doc)?.source ?? 0);
  return [...bySource.values()].flatMap((found) => found.map(([doc, score], at) => {
    const others = found.slice(0, BESIDE.most + 1).filter((_, place) => place !== at).slice(0, BESIDE.most);
    return { doc, score: score + BESIDE.weight * others.reduce((sum, it) => sum + it[1], 0) / BESIDE.most };
  })).sort(byScore);
}
