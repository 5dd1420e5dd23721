/**
 * Ranks sentences by how well they answer a question: shared rare words, close together, in a
 * relevant passage, with what the question asks for.
 */
import { analyse, baseLanguage } from '#pipeline/search/index.ts';
import { contentTerms } from '../relevance.ts';
import { languageCues } from './cues.ts';
import { defines } from './definition.ts';
import { askedFor, evidence, type AskedFor } from './question.ts';
import type { ReadSentence } from './read-sentences.ts';

export interface Scored {
  sentence: ReadSentence;
  score: number;
}

/** weight of a word in the previous or next sentence, relative to one in the sentence */
const BESIDE = 0.35;
/** weight of a word elsewhere in the passage or in its heading */
const AROUND = 0.2;
/** weight of a word with the same root: "inventor" for "invented" */
const STEM_VARIANT = 0.6;
const KIN_LETTERS = 4;
const KIN_SHARE = 0.6;
/** bonus for containing what the question asks for */
const WANTED = 0.8;
/** A question with few words, such as "What is a hive?", asks for an explanation. */
const FEW_TERMS = 3;
/** bonus for the best passage of the search; the second has half of it */
const RANKED = 0.8;
/** bonus for adjacent words */
const CLOSE = 0.3;

interface Wants {
  terms: ReadonlySet<string>;
  asked: AskedFor;
}

/** Returns the words of the question in the language of a passage. */
export function wantsOf(question: string, language: string): Wants {
  const asked = askedFor(question, language);
  const terms = contentTerms(asked.about, language);
  return { terms, asked };
}

/** Terms of the texts that match a term of the question, with weights. */
function stemVariants(
  terms: ReadonlySet<string>,
  vocabulary: Iterable<string>,
): Map<string, [term: string, worth: number][]> {
  const kin = new Map<string, [string, number][]>();
  const byStart = Map.groupBy(
    [...terms].filter((it) => it.length >= KIN_LETTERS && !/\p{N}/u.test(it)),
    (it) => it.slice(0, KIN_LETTERS),
  );
  for (const word of vocabulary) {
    if (terms.has(word)) {
      kin.set(word, [[word, 1]]);
      continue;
    }
    const alike = byStart
      .get(word.slice(0, KIN_LETTERS))
      ?.filter((term) => commonStart(term, word) >= KIN_SHARE * Math.max(term.length, word.length));
    if (alike && alike.length > 0)
      kin.set(
        word,
        alike.map((term) => [term, STEM_VARIANT]),
      );
  }
  return kin;
}

/** For each term of the question, how much of the vocabulary matches it: counts times worth. */
export function matchTerms(
  terms: ReadonlySet<string>,
  vocabulary: ReadonlyMap<string, number>,
): Map<string, number> {
  const matches = new Map<string, number>();
  for (const [word, meant] of stemVariants(terms, vocabulary.keys()))
    for (const [term, worth] of meant)
      matches.set(term, (matches.get(term) ?? 0) + (vocabulary.get(word) ?? 0) * worth);
  return matches;
}

function commonStart(a: string, b: string): number {
  let length = 0;
  while (length < a.length && a[length] === b[length]) length += 1;
  return length;
}

/**
 * Returns sentences best first, without those that share nothing with the question. `isByRank`: the
 * numbers of the passages are their ranks in the search.
 */
export function rankSentences(
  question: string,
  sentences: readonly ReadSentence[],
  { isByRank = false } = {},
): Scored[] {
  const spread = new Map<string, number>();
  for (const { terms } of sentences)
    for (const term of terms) spread.set(term, (spread.get(term) ?? 0) + 1);
  const ofLanguage = new Map<
    string,
    Wants & { kin: Map<string, [string, number][]>; weight: Map<string, number>; all: number }
  >();
  for (const language of new Set(sentences.map((it) => it.passage.language))) {
    const wants = wantsOf(question, language);
    const kin = stemVariants(wants.terms, spread.keys());
    const holders = matchTerms(wants.terms, spread);
    const weight = new Map(
      [...wants.terms].map((term) => [
        term,
        idf(Math.min(sentences.length, holders.get(term) ?? 0), sentences.length),
      ]),
    );
    ofLanguage.set(language, { ...wants, kin, weight, all: sum(weight.values()) });
  }
  const contexts = new Map<string, ReadonlySet<string>>();
  const out: Scored[] = [];
  for (const sentence of sentences) {
    const { passage } = sentence;
    const wants = ofLanguage.get(passage.language);
    if (!wants || wants.all === 0) continue;
    const paragraph = paragraphOf(sentence);
    const key = `${passage.n} ${paragraph}`;
    let context = contexts.get(key);
    if (!context)
      contexts.set(
        key,
        (context = contentTerms(`${passage.heading}\n${paragraph}`, passage.language)),
      );
    const score = scoreOf(question, sentence, context, wants);
    const prior = isByRank ? 1 + RANKED / passage.n : 1;
    if (score > 0) out.push({ sentence, score: score * prior });
  }
  return out.sort(
    (a, b) =>
      b.score - a.score ||
      a.sentence.passage.n - b.sentence.passage.n ||
      a.sentence.order - b.sentence.order,
  );
}

/** A shorter paragraph has too little context. */
const LEAST_PARAGRAPH_CHARS = 200;
/** Returns the paragraph of a sentence, or the whole passage if it is short or a transcript. */
function paragraphOf({ passage, start }: ReadSentence): string {
  const piece = passage.pieces.find((it) => it.start <= start && start < it.end);
  return piece && piece.at.medium !== 'timed' && piece.end - piece.start >= LEAST_PARAGRAPH_CHARS
    ? passage.text.slice(piece.start, piece.end)
    : passage.text;
}

type Weighed = Wants & {
  kin: ReadonlyMap<string, readonly [string, number][]>;
  weight: ReadonlyMap<string, number>;
  all: number;
};

function scoreOf(
  question: string,
  { text, terms, beside, order, passage }: ReadSentence,
  context: ReadonlySet<string>,
  { kin, weight, all, asked }: Weighed,
): number {
  const own = worthIn(terms, kin);
  const near = worthIn(beside, kin);
  // "It was held there": all words of the question may be in a neighbouring sentence.
  if (own.size === 0 && (near.size < 2 || !asked.wanted)) return 0;
  const around = worthIn(context, kin);
  let found = 0;
  let spoken = 0;
  for (const [term, heavy] of weight) {
    found +=
      heavy *
      Math.max(
        own.get(term) ?? 0,
        BESIDE * (near.get(term) ?? 0),
        AROUND * (around.get(term) ?? 0),
      );
    spoken += heavy * (around.get(term) ?? 0);
  }
  const length = 1 / (1 + Math.max(0, terms.size - 25) / 25);
  const at = termPositions(text, passage.language, kin);
  const wanted = asked.wanted
    ? evidence(asked.wanted, text, question, passage.language)
    : weight.size <= FEW_TERMS && explains(text, passage.language, at, weight.size)
      ? 1
      : 0;
  const orderFactor = order === 0 ? 1.05 : 1;
  return (
    found *
    (found / all) *
    (0.4 + (0.6 * spoken) / all) *
    length *
    (1 + WANTED * wanted) *
    orderFactor *
    (1 + CLOSE * closeness(at, own.size)) *
    (/[?？؟]$/u.test(text) ? 0.5 : 1)
  );
}

/** Returns the best match for each term of the question. */
function worthIn(
  terms: ReadonlySet<string>,
  kin: ReadonlyMap<string, readonly [string, number][]>,
): Map<string, number> {
  const found = new Map<string, number>();
  for (const word of terms)
    for (const [term, worth] of kin.get(word) ?? [])
      found.set(term, Math.max(worth, found.get(term) ?? 0));
  return found;
}

/** An occurrence of a word of the question in a sentence: its index and position. */
interface TermPosition {
  nth: number;
  term: string;
  start: number;
  end: number;
}
function termPositions(
  text: string,
  language: string,
  kin: ReadonlyMap<string, unknown>,
): TermPosition[] {
  return analyse(text, baseLanguage(language)).flatMap(({ term, start, end }, nth) =>
    kin.has(term) ? [{ nth, term, start, end }] : [],
  );
}

/** Returns 1 if the words of the question are adjacent, approaching 0 with their distance. */
function closeness(at: readonly TermPosition[], distinct: number): number {
  if (distinct < 2) return 0;
  let close = 0;
  for (let n = 1; n < at.length; n += 1) {
    const [one, other] = [at[n - 1], at[n]];
    if (one && other && one.term !== other.term) close += 1 / (other.nth - one.nth);
  }
  return Math.min(1, close / (distinct - 1));
}

/**
 * Tells whether the sentence begins with all words of the question in sequence, and defines them.
 */
function explains(
  text: string,
  language: string,
  at: readonly TermPosition[],
  words: number,
): boolean {
  const [first] = at;
  const last = at[words - 1];
  return (
    first !== undefined &&
    last !== undefined &&
    last.nth - first.nth === words - 1 &&
    defines(text, first.start, last.end, languageCues(language))
  );
}

const idf = (holders: number, all: number): number =>
  Math.log(1 + (all - holders + 0.5) / (holders + 0.5));
const sum = (numbers: Iterable<number>): number => {
  let total = 0;
  for (const it of numbers) total += it;
  return total;
};
