/**
 * From the words of a question to the terms of an owner's passages: exact, unfinished, misspelt,
 * related.
 */
import { isNumber, distance } from '../text/spelling.ts';
import { isLone, type ParsedQuery, type QueryWord } from '../text/query.ts';
import type { Dictionary } from './dictionary.ts';
import { BM25, rarity, type AskedWord, type Kin } from './scoring.ts';
import type { PostingList, SegmentReader, Shelved } from './segments.ts';
import { scoresOf } from './weight.ts';

/** An owner's passages as they are within one search. */
export interface Shelf extends Shelved {
  /** passages */
  docs: number;
  /** of them that have a term, as far as they were counted */
  having: Map<number, number>;
  /** words of a passage of middling length */
  mean: number;
  /** of each weight */
  scores: Float32Array;
}

/** A term's passages; `factor` weighs those of one that is not the word itself. */
interface Listed {
  lists: readonly PostingList[];
  docs: number;
  factor: number;
}
/** A word with the lists of its terms. */
export interface FoundWord extends AskedWord {
  listed: Listed[];
  /** as the passages have them, where the question has not */
  other: readonly number[];
}

const MINOR = 0.2;
const MAX_COUNT = 3;
const MAX_COMPLETED = 200;
const MAX_PAIRS = 600;
const KIN = { beginning: 4, share: 0.5, most: 400, listed: 12 };
/** Of what is nearly a word, so many are tried. */
const MISSPELT = { most: 40_000, listed: 6, share: 0.8, fartherShare: 0.5, rarePer: 50_000 };
/**
 * A term that a word is likely to mean, and how likely. Not a pair of numbers: the term would
 * become a fraction beside the share, and all that reads it slow.
 */
interface Meant {
  term: number;
  share: number;
}
const NO_KIN: Kin = { terms: [], shares: [] };
const MAX_CACHED = 4_000;
const MAX_COUNTED = 16_000;
const MAX_MEANT = 1_000;
const MAX_SHELVES = 32;

export class Words {
  readonly #dictionary: Dictionary;
  readonly #segments: SegmentReader;
  #kin = new Map<string, Kin>();
  /** Of words that a shelf has not. */
  #meant = new WeakMap<Shelf, Map<string, Meant[]>>();
  #shelves = new Map<string, Shelf>();

  constructor(dictionary: Dictionary, segments: SegmentReader) {
    this.#dictionary = dictionary;
    this.#segments = segments;
  }

  /** Passages are no more, or are new, and so may terms be. */
  forget(): void {
    this.#shelves.clear();
    this.#kin.clear();
  }

  shelf(ownerId: string): Shelf {
    let shelf = this.#shelves.get(ownerId);
    if (!shelf) {
      if (this.#shelves.size >= MAX_SHELVES) this.#shelves.clear();
      this.#shelves.set(ownerId, (shelf = this.#readShelf(ownerId)));
    }
    return shelf;
  }

  #readShelf(ownerId: string): Shelf {
    const segments = this.#segments.segments(ownerId);
    const docs = segments.reduce((sum, it) => sum + it.docs - it.dead, 0);
    const mean = Math.max(
      1,
      segments.reduce((sum, it) => sum + it.words, 0) /
        Math.max(
          1,
          segments.reduce((sum, it) => sum + it.docs, 0),
        ),
    );
    return { segments, docs, having: new Map(), mean, scores: scoresOf({ ...BM25, mean }) };
  }

  find(
    shelf: Shelf,
    { words, phrases, minor }: ParsedQuery,
    mode: 'all' | 'any',
  ): { words: FoundWord[]; minor: FoundWord[]; phrases: number[][] } {
    this.#dictionary.meet([...words, ...minor].flatMap((it) => it.terms));
    const quoted =
      mode === 'all'
        ? phrases.flatMap(({ forms, variants }) =>
            forms.map(
              (form, at): QueryWord => ({
                form,
                terms: [...new Set(variants.flatMap((row) => row[at] ?? []))],
                count: 1,
                pair: /^[^\x00-\x7f]{1,2}$/.test(form),
                prefix: isLone(form) && at > 0 && at === forms.length - 1,
              }),
            ),
          )
        : [];
    return {
      words: [
        ...quoted.map((it) => this.#word(shelf, it, 'exact')),
        ...words.map((it) => this.#word(shelf, it, mode)),
      ],
      minor: mode === 'any' ? minor.map((it) => this.#minor(shelf, it)) : [],
      phrases: phrases
        .flatMap(({ variants }) =>
          variants.map((row) => row.flatMap((term) => this.#dictionary.find(term) ?? [])),
        )
        .filter((row) => row.length > 1),
    };
  }

  /** How many passages have a term. */
  docsOf(shelf: Shelf, term: number): number {
    let docs = shelf.having.get(term);
    if (docs === undefined) {
      if (shelf.having.size >= MAX_COUNTED) shelf.having.clear();
      shelf.having.set(term, (docs = this.#segments.docs(shelf, term)));
    }
    return docs;
  }

  lists(shelf: Shelf, term: number): readonly PostingList[] {
    return this.#segments.lists(shelf, term);
  }

  #listed(shelf: Shelf, term: number, factor: number): Listed {
    const lists = this.lists(shelf, term);
    let docs = 0;
    for (let at = 0; at < lists.length; at += 1) docs += lists[at]?.docs ?? 0;
    return { lists, docs, factor };
  }

  #word(shelf: Shelf, word: QueryWord, mode: 'all' | 'any' | 'exact'): FoundWord {
    const terms = new Set(word.terms.flatMap((term) => this.#dictionary.find(term) ?? []));
    const other = new Set<number>();
    if (word.prefix) {
      for (const row of this.#dictionary.beginning(
        word.form,
        word.pair ? MAX_PAIRS : MAX_COMPLETED,
      ))
        if (!terms.has(row[0])) other.add(row[0]);
      if (!word.pair)
        for (const id of this.#dictionary.completing(word.form, MAX_COMPLETED))
          if (!terms.has(id)) other.add(id);
    }
    const own = [...terms, ...other].map((term) => this.#listed(shelf, term, 1));
    const docs = total(own);
    let kin = NO_KIN;
    let misspelt: Meant[] = [];
    if (mode !== 'exact' && !word.pair && !isNumber(word.form)) {
      if (docs <= (mode === 'any' ? shelf.docs / MISSPELT.rarePer : 0))
        misspelt = this.#misspelt(shelf, word.form, docs).filter(
          ({ term }) => !terms.has(term) && !other.has(term),
        );
      kin = this.#kinOfAll(mode === 'any' ? word.terms : [], terms, misspelt);
    }
    const likely =
      misspelt.length > 0 || docs > 0
        ? misspelt
        : kin.terms
            .map((term, at): Meant => ({ term, share: kin.shares[at] ?? 0 }))
            .sort((a, b) => b.share - a.share)
            .slice(0, KIN.listed);
    const more = likely.map(({ term, share }) => this.#listed(shelf, term, share / 2));
    return {
      terms: [...terms, ...other],
      kin,
      idf: rarity(shelf.docs, docs === 0 ? total(more) : docs),
      weight: Math.min(word.count, MAX_COUNT),
      minor: false,
      pair: word.pair,
      listed: [...own, ...more],
      other: [...other, ...misspelt.map((it) => it.term)],
    };
  }

  #minor(shelf: Shelf, word: QueryWord): FoundWord {
    const terms = word.terms.flatMap((term) => this.#dictionary.find(term) ?? []);
    return {
      terms,
      kin: NO_KIN,
      idf: rarity(
        shelf.docs,
        terms.reduce((sum, it) => sum + this.docsOf(shelf, it), 0),
      ),
      weight: MINOR,
      minor: true,
      pair: word.pair,
      listed: [],
      other: [],
    };
  }

  #kinOfAll(words: readonly string[], own: ReadonlySet<number>, misspelt: readonly Meant[]): Kin {
    if (misspelt.length === 0 && words.length <= 1)
      return words[0] === undefined ? NO_KIN : this.#kinOf(words[0]);
    const shares = new Map<number, number>();
    for (const word of words) {
      const kin = this.#kinOf(word);
      for (const [at, id] of kin.terms.entries())
        if (!own.has(id)) shares.set(id, kin.shares[at] ?? 0);
    }
    for (const { term, share } of misspelt) shares.set(term, share);
    return { terms: [...shares.keys()], shares: [...shares.values()] };
  }

  /**
   * Terms that begin as this one and share half of it: of one family of words, or parts of a
   * compound.
   */
  #kinOf(term: string): Kin {
    const known = this.#kin.get(term);
    if (known) return known;
    const terms: number[] = [];
    const shares: number[] = [];
    const least = Math.max(KIN.beginning, Math.ceil(term.length * KIN.share));
    if (term.length >= least) {
      for (const it of this.#dictionary.beginning(
        term.slice(0, least),
        KIN.most,
        Math.floor(term.length / KIN.share),
      )) {
        const other = it[1];
        if (other === term) continue;
        const most = Math.min(term.length, other.length);
        let common = least;
        while (common < most && term.charCodeAt(common) === other.charCodeAt(common)) common += 1;
        const share = common / Math.max(term.length, other.length);
        if (share >= KIN.share) {
          terms.push(it[0]);
          shares.push(share);
        }
      }
    }
    if (this.#kin.size >= MAX_CACHED) this.#kin.clear();
    const kin = { terms, shares };
    this.#kin.set(term, kin);
    return kin;
  }

  /**
   * Terms of words that are a slip or two away, the nearest and most frequent first; none that is
   * rarer than the word itself.
   */
  #misspelt(shelf: Shelf, form: string, docs: number): readonly Meant[] {
    if (form.length < 4) return [];
    let known = this.#meant.get(shelf);
    if (!known || known.size >= MAX_MEANT) this.#meant.set(shelf, (known = new Map()));
    const key = `${docs} ${form}`;
    let meant = known.get(key);
    if (!meant) known.set(key, (meant = this.#nearly(shelf, form, docs)));
    return meant;
  }

  #nearly(shelf: Shelf, form: string, docs: number): Meant[] {
    const { length } = form;
    const most = length >= 8 ? 2 : 1;
    const near = new Map<number, number>();
    const beginnings = new Set([
      form.slice(0, 2),
      `${form[1] ?? ''}${form[0] ?? ''}`,
      `${form[0] ?? ''}${form[2] ?? ''}`,
      form.slice(1, 3),
    ]);
    for (const beginning of beginnings) {
      for (const row of this.#dictionary.alike(
        beginning,
        length - most,
        length + most,
        MISSPELT.most,
      )) {
        const slips = distance(form, row[1], most);
        if (slips > 0 && slips <= most)
          near.set(row[0], Math.min(slips, near.get(row[0]) ?? Infinity));
      }
    }
    const rated = [...near].flatMap(([id, slips]) => {
      const has = this.docsOf(shelf, id);
      return has > docs * 2 ? [{ id, slips, has }] : [];
    });
    const least = Math.min(...rated.map((it) => it.slips));
    return rated
      .filter((it) => it.slips === least)
      .sort((a, b) => b.has - a.has)
      .slice(0, MISSPELT.listed)
      .map(({ id, slips }) => ({
        term: id,
        share: slips === 1 ? MISSPELT.share : MISSPELT.fartherShare,
      }));
  }
}

const total = (listed: readonly Listed[]): number => listed.reduce((sum, it) => sum + it.docs, 0);
