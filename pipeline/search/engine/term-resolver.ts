/**
 * Resolves the words of a question to terms of an owner's passages: the word itself, completions of
 * an unfinished word, spelling corrections and stem variants.
 */
import { isNumber, editDistance } from '../text/edit-distance.ts';
import { isSingleCharacter, type ParsedQuery, type QueryWord } from '../text/query.ts';
import type { Dictionary } from './dictionary.ts';
import { BM25, inverseDocumentFrequency, type ScoredWord, type StemVariants } from './scoring.ts';
import type { PostingList } from './posting-page.ts';
import { bm25ByWeight } from './posting-weight.ts';
import type { SegmentReader } from './segment-reader.ts';
import type { SegmentList } from './segments.ts';

/** An owner's segments and statistics, valid until the index changes. */
export interface OwnerIndex extends SegmentList {
  /** number of passages */
  docs: number;
  /** cache: term → number of passages that contain it */
  docFrequencies: Map<number, number>;
  /** mean length of a passage's text, in words */
  meanLength: number;
  /** BM25 score of each posting weight byte */
  weightScores: Float32Array;
}

/** A term's posting lists; `factor` is below 1 for a term that is not the word itself. */
interface WeightedLists {
  lists: readonly PostingList[];
  docs: number;
  factor: number;
}
/** A word with the posting lists that select its candidates. */
export interface ResolvedWord extends ScoredWord {
  postings: WeightedLists[];
  /** terms that match the word without being it: completions and corrections */
  otherTerms: readonly number[];
}

const STOP_WORD_WEIGHT = 0.2;
const MAX_COUNT = 3;
const MAX_COMPLETED = 200;
const MAX_BIGRAMS = 600;
const VARIANTS = { minPrefix: 4, minShare: 0.5, maxScanned: 400, maxSearched: 12 };
/**
 * A word is corrected when it occurs less than once in `passagesPerOccurrence` passages; the shares
 * weigh a correction by its edit distance.
 */
const SPELLING = {
  maxScanned: 40_000,
  maxCorrections: 6,
  oneEditShare: 0.8,
  twoEditsShare: 0.5,
  passagesPerOccurrence: 50_000,
};
/**
 * A likely correction and its weight (0..1). An object, because V8 would store a tuple of an integer
 * and a fraction as doubles, and every later use of the term would be slower.
 */
interface Correction {
  term: number;
  share: number;
}
const NO_VARIANTS: StemVariants = { terms: [], shares: [] };
const MAX_CACHED = 4_000;
const MAX_FREQUENCIES = 16_000;
const MAX_CORRECTIONS = 1_000;
const MAX_OWNERS = 32;

export class TermResolver {
  readonly #dictionary: Dictionary;
  readonly #segments: SegmentReader;
  #variants = new Map<string, StemVariants>();
  /** of misspelt words, per owner */
  #corrections = new WeakMap<OwnerIndex, Map<string, Correction[]>>();
  #owners = new Map<string, OwnerIndex>();

  constructor(dictionary: Dictionary, segments: SegmentReader) {
    this.#dictionary = dictionary;
    this.#segments = segments;
  }

  /** To be called after any write to the index. */
  clearCaches(): void {
    this.#owners.clear();
    this.#variants.clear();
  }

  ownerIndex(ownerId: string): OwnerIndex {
    let owner = this.#owners.get(ownerId);
    if (!owner) {
      if (this.#owners.size >= MAX_OWNERS) this.#owners.clear();
      this.#owners.set(ownerId, (owner = this.#readOwnerIndex(ownerId)));
    }
    return owner;
  }

  #readOwnerIndex(ownerId: string): OwnerIndex {
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
    return {
      segments,
      docs,
      docFrequencies: new Map(),
      meanLength: mean,
      weightScores: bm25ByWeight({ ...BM25, mean }),
    };
  }

  resolve(
    owner: OwnerIndex,
    { words, phrases, stopWords }: ParsedQuery,
    mode: 'all' | 'any',
  ): { words: ResolvedWord[]; stopWords: ResolvedWord[]; phrases: number[][] } {
    this.#dictionary.preload([...words, ...stopWords].flatMap((it) => it.terms));
    const quoted =
      mode === 'all'
        ? phrases.flatMap(({ forms, variants }) =>
            forms.map(
              (form, at): QueryWord => ({
                form,
                terms: [...new Set(variants.flatMap((row) => row[at] ?? []))],
                count: 1,
                bigram: /^[^\x00-\x7f]{1,2}$/.test(form),
                prefix: isSingleCharacter(form) && at > 0 && at === forms.length - 1,
              }),
            ),
          )
        : [];
    return {
      words: [
        ...quoted.map((it) => this.#resolveWord(owner, it, 'exact')),
        ...words.map((it) => this.#resolveWord(owner, it, mode)),
      ],
      stopWords: mode === 'any' ? stopWords.map((it) => this.#resolveStopWord(owner, it)) : [],
      phrases: phrases
        .flatMap(({ variants }) =>
          variants.map((row) => row.flatMap((term) => this.#dictionary.termId(term) ?? [])),
        )
        .filter((row) => row.length > 1),
    };
  }

  /** How many passages have a term. */
  docFrequency(owner: OwnerIndex, term: number): number {
    let docs = owner.docFrequencies.get(term);
    if (docs === undefined) {
      if (owner.docFrequencies.size >= MAX_FREQUENCIES) owner.docFrequencies.clear();
      owner.docFrequencies.set(term, (docs = this.#segments.docs(owner, term)));
    }
    return docs;
  }

  postingLists(owner: OwnerIndex, term: number): readonly PostingList[] {
    return this.#segments.lists(owner, term);
  }

  #weightedLists(owner: OwnerIndex, term: number, factor: number): WeightedLists {
    const lists = this.postingLists(owner, term);
    let docs = 0;
    for (let at = 0; at < lists.length; at += 1) docs += lists[at]?.docs ?? 0;
    return { lists, docs, factor };
  }

  #resolveWord(owner: OwnerIndex, word: QueryWord, mode: 'all' | 'any' | 'exact'): ResolvedWord {
    const terms = new Set(word.terms.flatMap((term) => this.#dictionary.termId(term) ?? []));
    const other = new Set<number>();
    if (word.prefix) {
      for (const row of this.#dictionary.termsStartingWith(
        word.form,
        word.bigram ? MAX_BIGRAMS : MAX_COMPLETED,
      ))
        if (!terms.has(row[0])) other.add(row[0]);
      if (!word.bigram)
        for (const id of this.#dictionary.termsOfWordsStartingWith(word.form, MAX_COMPLETED))
          if (!terms.has(id)) other.add(id);
    }
    const own = [...terms, ...other].map((term) => this.#weightedLists(owner, term, 1));
    const docs = total(own);
    let variants = NO_VARIANTS;
    let corrections: Correction[] = [];
    if (mode !== 'exact' && !word.bigram && !isNumber(word.form)) {
      if (docs <= (mode === 'any' ? owner.docs / SPELLING.passagesPerOccurrence : 0))
        corrections = this.#correctionsOf(owner, word.form, docs).filter(
          ({ term }) => !terms.has(term) && !other.has(term),
        );
      variants = this.#variantsOfWord(mode === 'any' ? word.terms : [], terms, corrections);
    }
    const likely =
      corrections.length > 0 || docs > 0
        ? corrections
        : variants.terms
            .map((term, at): Correction => ({ term, share: variants.shares[at] ?? 0 }))
            .sort((a, b) => b.share - a.share)
            .slice(0, VARIANTS.maxSearched);
    const more = likely.map(({ term, share }) => this.#weightedLists(owner, term, share / 2));
    return {
      terms: [...terms, ...other],
      variants,
      idf: inverseDocumentFrequency(owner.docs, docs === 0 ? total(more) : docs),
      weight: Math.min(word.count, MAX_COUNT),
      stopWord: false,
      bigram: word.bigram,
      postings: [...own, ...more],
      otherTerms: [...other, ...corrections.map((it) => it.term)],
    };
  }

  #resolveStopWord(owner: OwnerIndex, word: QueryWord): ResolvedWord {
    const terms = word.terms.flatMap((term) => this.#dictionary.termId(term) ?? []);
    return {
      terms,
      variants: NO_VARIANTS,
      idf: inverseDocumentFrequency(
        owner.docs,
        terms.reduce((sum, it) => sum + this.docFrequency(owner, it), 0),
      ),
      weight: STOP_WORD_WEIGHT,
      stopWord: true,
      bigram: word.bigram,
      postings: [],
      otherTerms: [],
    };
  }

  #variantsOfWord(
    words: readonly string[],
    own: ReadonlySet<number>,
    corrections: readonly Correction[],
  ): StemVariants {
    if (corrections.length === 0 && words.length <= 1)
      return words[0] === undefined ? NO_VARIANTS : this.#variantsOfTerm(words[0]);
    const shares = new Map<number, number>();
    for (const word of words) {
      const variants = this.#variantsOfTerm(word);
      for (const [at, id] of variants.terms.entries())
        if (!own.has(id)) shares.set(id, variants.shares[at] ?? 0);
    }
    for (const { term, share } of corrections) shares.set(term, share);
    return { terms: [...shares.keys()], shares: [...shares.values()] };
  }

  /**
   * Terms that share a prefix of at least half of the longer term: other derivations of a stem, or
   * compounds that begin with it.
   */
  #variantsOfTerm(term: string): StemVariants {
    const known = this.#variants.get(term);
    if (known) return known;
    const terms: number[] = [];
    const shares: number[] = [];
    const least = Math.max(VARIANTS.minPrefix, Math.ceil(term.length * VARIANTS.minShare));
    if (term.length >= least) {
      for (const it of this.#dictionary.termsStartingWith(
        term.slice(0, least),
        VARIANTS.maxScanned,
        Math.floor(term.length / VARIANTS.minShare),
      )) {
        const other = it[1];
        if (other === term) continue;
        const most = Math.min(term.length, other.length);
        let common = least;
        while (common < most && term.charCodeAt(common) === other.charCodeAt(common)) common += 1;
        const share = common / Math.max(term.length, other.length);
        if (share >= VARIANTS.minShare) {
          terms.push(it[0]);
          shares.push(share);
        }
      }
    }
    if (this.#variants.size >= MAX_CACHED) this.#variants.clear();
    const variants = { terms, shares };
    this.#variants.set(term, variants);
    return variants;
  }

  /**
   * Terms of the words at the smallest edit distance (at most 2), the most frequent first. Each
   * occurs more than twice as often as the word itself.
   */
  #correctionsOf(owner: OwnerIndex, form: string, docs: number): readonly Correction[] {
    if (form.length < 4) return [];
    let known = this.#corrections.get(owner);
    if (!known || known.size >= MAX_CORRECTIONS) this.#corrections.set(owner, (known = new Map()));
    const key = `${docs} ${form}`;
    let corrections = known.get(key);
    if (!corrections) known.set(key, (corrections = this.#findCorrections(owner, form, docs)));
    return corrections;
  }

  #findCorrections(owner: OwnerIndex, form: string, docs: number): Correction[] {
    const { length } = form;
    const maxEdits = length >= 8 ? 2 : 1;
    const near = new Map<number, number>();
    const prefixes = new Set([
      form.slice(0, 2),
      `${form[1] ?? ''}${form[0] ?? ''}`,
      `${form[0] ?? ''}${form[2] ?? ''}`,
      form.slice(1, 3),
    ]);
    for (const prefix of prefixes) {
      for (const row of this.#dictionary.formsStartingWith(
        prefix,
        length - maxEdits,
        length + maxEdits,
        SPELLING.maxScanned,
      )) {
        const edits = editDistance(form, row[1], maxEdits);
        if (edits > 0 && edits <= maxEdits)
          near.set(row[0], Math.min(edits, near.get(row[0]) ?? Infinity));
      }
    }
    const rated = [...near].flatMap(([id, edits]) => {
      const frequency = this.docFrequency(owner, id);
      return frequency > docs * 2 ? [{ id, edits, frequency }] : [];
    });
    const fewest = Math.min(...rated.map((it) => it.edits));
    return rated
      .filter((it) => it.edits === fewest)
      .sort((a, b) => b.frequency - a.frequency)
      .slice(0, SPELLING.maxCorrections)
      .map(({ id, edits }) => ({
        term: id,
        share: edits === 1 ? SPELLING.oneEditShare : SPELLING.twoEditsShare,
      }));
  }
}

const total = (all: readonly WeightedLists[]): number => all.reduce((sum, it) => sum + it.docs, 0);
