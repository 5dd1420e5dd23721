/**
 * The passages that answer a question best, by words: candidates by the postings, weighed by their
 * terms in order, once more with what the best of them teach.
 */
import type { ParsedQuery } from '../text/query.ts';
import { Best, Candidates, type Among, type Range, type Scored } from './candidates.ts';
import {
  Feedback,
  likeness,
  FEEDBACK_SOURCES,
  ExpandedQuery,
  type ExpansionTerm,
} from './feedback.ts';
import { bestFirst } from './order.ts';
import { Recent } from './recent.ts';
import { Scorer, unpackTerms, type PassageTerms } from './scoring.ts';
import { bytesOf, type Statements } from './segments.ts';
import { TermSlots } from './term-slots.ts';
import type { FoundWord, Shelf, Words } from './words.ts';

/** So many are weighed at least. */
const WEIGHED = 100;
/** And of those that what was learned promises most of. */
const WEIGHED_AGAIN = 30;
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

interface Row {
  doc: number;
  source: number;
  passage: PassageTerms;
}
export interface Ranked {
  doc: number;
  score: number;
}
interface Weighed extends Ranked {
  row: Row;
}
export interface Found {
  ranked: Ranked[];
  /** The numbers of terms that stand for a word of the question without being it. */
  other: Set<number>;
  /** And of all that stand for one, until the next question. */
  standing: { has(term: number): boolean };
  /** Of a ranked passage's text, in order. */
  textTerms(doc: number): Int32Array;
}

export class Finder {
  readonly #rows: Statements['rows'];
  readonly #words: Words;
  readonly #candidates = new Candidates();
  /** Of one question after the other. */
  readonly #standing = new TermSlots();
  readonly #shared = new TermSlots();
  readonly #learned = new TermSlots();
  readonly #marked = new TermSlots();
  readonly #kept = new Recent<Row>(MAX_KEPT_TERMS, ({ passage }) => passage.length + ROW_TERMS);

  constructor({ rows }: Pick<Statements, 'rows'>, words: Words) {
    this.#rows = rows;
    this.#words = words;
  }

  /** Passages may be no more, or are new; the numbers of terms may hold no more. */
  forget(): void {
    this.#words.forget();
    this.#kept.clear();
  }

  /** At least `wanted` when there are as many. `all`: every word has to be there. */
  find(
    ownerId: string,
    parsed: ParsedQuery,
    mode: 'all' | 'any',
    wanted: number,
    within?: readonly Range[],
  ): Found {
    this.#marked.clear();
    const shelf = this.#words.shelf(ownerId);
    const { words, minor, phrases } = this.#words.find(shelf, parsed, mode);
    const counted = words.slice(0, MAX_BITS);
    const required = mode === 'all' ? counted.reduce((bits, _, at) => bits | (1 << at), 0) : 0;
    if (counted.length === 0)
      return {
        ranked: [],
        other: new Set(),
        standing: this.#marked,
        textTerms: () => new Int32Array(),
      };
    const scorer = new Scorer([...words, ...minor], phrases, shelf.mean, this.#standing);
    const asked = listed(counted);
    const rows = new Map<number, Row>();
    const among: Among = {
      first: shelf.segments[0]?.first ?? 0,
      last: shelf.segments.at(-1)?.last ?? 0,
      scores: shelf.scores,
      within,
    };
    const ranked = withNeighbours(this.#weigh(asked, among, scorer, wanted, required, rows));
    for (const { terms, other } of words) {
      this.#marked.addAll(terms);
      this.#marked.addAll(other);
    }
    const found: Found = {
      ranked,
      other: new Set(words.flatMap((it) => it.other)),
      standing: this.#marked,
      textTerms: (doc) => textTerms(rows.get(doc)),
    };
    if (mode === 'all') return found;
    const learned = this.#learn(shelf, ranked, [...words, ...minor]);
    if (learned.length === 0) return found;
    return {
      ...found,
      ranked: this.#again(shelf, asked, among, scorer, learned, wanted, rows, ranked),
    };
  }

  /**
   * The best by their postings, weighed by their terms, best first; passages that are no more are
   * passed over.
   */
  #weigh(
    asked: readonly Scored[],
    among: Among,
    scorer: Scorer,
    wanted: number,
    required: number,
    rows: Map<number, Row>,
  ): Weighed[] {
    for (let most = Math.max(WEIGHED, 2 * wanted); ; most *= 4) {
      const best = new Best(most);
      this.#candidates.gather(asked, among, best, required);
      const read = this.#read(
        best.ranked().map((it) => it.doc),
        rows,
      );
      scorer.compare(read.slice(0, COMPARED).map((row) => row.passage));
      if (read.length >= wanted || !best.full)
        return bestFirst(
          read.map((row) => ({ doc: row.doc, score: scorer.score(row.passage), row })),
        );
    }
  }

  #read(docs: readonly number[], rows: Map<number, Row>): Row[] {
    const missing: number[] = [];
    for (let at = 0; at < docs.length; at += 1) {
      const doc = docs[at] ?? 0;
      if (rows.has(doc)) continue;
      const kept = this.#kept.get(doc);
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
        this.#kept.set(row.doc, row);
      }
    }
    const read: Row[] = [];
    for (let at = 0; at < docs.length; at += 1) {
      const row = rows.get(docs[at] ?? 0);
      if (row) read.push(row);
    }
    return read;
  }

  #learn(shelf: Shelf, ranked: readonly Weighed[], words: readonly FoundWord[]): ExpansionTerm[] {
    const best = bestOfSources(ranked, FEEDBACK_SOURCES);
    const strength = likeness(best.map((it) => it.score));
    if (strength === 0) return [];
    const feedback = new Feedback(
      best.map(({ row, score }) => ({
        passage: row.passage,
        share: score / (best[0]?.score ?? 1),
      })),
      shelf.mean,
      this.#shared,
    );
    return feedback.learned(
      shelf.docs,
      (term) => this.#words.docsOf(shelf, term),
      strength,
      words.reduce((sum, it) => sum + it.weight, 0),
    );
  }

  /** Asks once more, for what was learned as well. */
  #again(
    shelf: Shelf,
    asked: readonly Scored[],
    among: Among,
    scorer: Scorer,
    learned: readonly ExpansionTerm[],
    wanted: number,
    rows: Map<number, Row>,
    ranked: readonly Weighed[],
  ): Ranked[] {
    const more: Scored[] = [];
    let postings = 0;
    for (const { term, weight, idf } of learned) {
      postings += this.#words.docsOf(shelf, term);
      if (postings > MAX_LEARNED_POSTINGS) break;
      more.push({ lists: this.#words.lists(shelf, term), worth: idf * weight, bit: 0 });
    }
    const best = new Best(Math.max(WEIGHED_AGAIN, 2 * wanted));
    this.#candidates.gatherMore(asked, more, among, best);
    const fresh = this.#read(
      best.docs.filter((doc) => !rows.has(doc)),
      rows,
    );
    const taught = new ExpandedQuery(learned, shelf.mean, this.#learned);
    return bestFirst([
      ...ranked.map(({ doc, score, row }) => ({ doc, score: score + taught.score(row.passage) })),
      ...fresh.map(({ doc, passage }) => ({
        doc,
        score: scorer.score(passage) + taught.score(passage),
      })),
    ]);
  }
}

const textTerms = (row: Row | undefined): Int32Array =>
  row ? row.passage.terms.subarray(row.passage.title + row.passage.heading) : new Int32Array();

const listed = (words: readonly FoundWord[]): Scored[] =>
  words.flatMap(({ listed: terms, idf, weight }, bit) =>
    terms.map(
      ({ lists, factor }): Scored => ({ lists, worth: idf * weight * factor, bit: 1 << bit }),
    ),
  );

/** The best passage of each source, of so many sources. */
function bestOfSources(ranked: readonly Weighed[], most: number): Weighed[] {
  const sources = new Set<number>();
  const best: Weighed[] = [];
  for (let at = 0; at < ranked.length && best.length < most; at += 1) {
    const one = ranked[at];
    if (!one || sources.has(one.row.source)) continue;
    sources.add(one.row.source);
    best.push(one);
  }
  return best;
}

/** With what the other passages of a source that were found add to each; best first. */
function withNeighbours(ranked: Weighed[]): Weighed[] {
  if (new Set(ranked.map((it) => it.row.source)).size === ranked.length) return ranked;
  const bySource = Map.groupBy(ranked, (it) => it.row.source);
  return bestFirst(
    [...bySource.values()].flatMap((found) =>
      found.map(({ doc, score, row }, at) => {
        const others = found
          .slice(0, BESIDE.most + 1)
          .filter((_, place) => place !== at)
          .slice(0, BESIDE.most);
        return {
          doc,
          row,
          score:
            score + (BESIDE.weight * others.reduce((sum, it) => sum + it.score, 0)) / BESIDE.most,
        };
      }),
    ),
  );
}
