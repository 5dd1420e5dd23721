/**
 * The key terms of texts: phrases between function words (RAKE), weighted by frequency, spread and
 * co-occurrence, with their definitions.
 */
import { contentTerms } from '../relevance.ts';
import { contentWords } from './content-words.ts';
import { languageCues } from './cues.ts';
import { defines, LEAD_CHARS } from './definition.ts';
import { ARTICLES } from './function-words.ts';
import type { Prominent } from './graph.ts';
import type { ReadSentence } from './read-sentences.ts';

export interface KeyTerm {
  /** most frequent spelling */
  text: string;
  /** its position, in reading order */
  sentences: ReadSentence[];
  /** the sentence that defines it, otherwise the first that discusses it at some length */
  meaning: ReadSentence;
  isDefined: boolean;
  score: number;
}

const MAX_WORDS = 4;
/** In a text this short, a phrase that occurs once is a term too. */
const FEW_SENTENCES = 30;
/** weight of a phrase by number of words, relative to a single word */
const LENGTHS = [0, 1, 1.7, 1.8, 1.5];
/** bonus for a term that is explained */
const DEFINED = 2;

interface Candidate {
  words: number;
  key: string;
  forms: Map<string, number>;
  at: Map<ReadSentence, number>;
  nounlike: number;
  named: number;
  count: number;
  /** it occurs complete between an article and another word */
  whole: boolean;
  /** the first sentence that defines it */
  definition: ReadSentence | undefined;
}

/** Phrases whose words are separated only by spaces or hyphens. */
function candidatesOf(sentences: readonly ReadSentence[]): {
  found: Map<string, Candidate>;
  company: Map<string, { count: number; around: Set<string> }>;
} {
  const found = new Map<string, Candidate>();
  const company = new Map<string, { count: number; around: Set<string> }>();
  for (const sentence of sentences) {
    const base = languageCues(sentence.passage.language);
    const words = contentWords(sentence.text, base);
    words.forEach((first, from) => {
      const before = words[from - 1];
      const known = company.get(first.form) ?? { count: 0, around: new Set<string>() };
      company.set(first.form, known);
      known.count += 1;
      for (const other of [before, words[from + 1]])
        if (other && !other.stop) known.around.add(other.form);
      if (first.stop) return;
      let key = '';
      for (let to = from; to < Math.min(words.length, from + MAX_WORDS); to += 1) {
        const last = words[to];
        const previous = words[to - 1];
        if (
          !last ||
          last.stop ||
          (to > from &&
            previous &&
            !/^[ \u00a0'’-]?$/u.test(sentence.text.slice(previous.end, last.start)))
        )
          break;
        const text = sentence.text.slice(first.start, last.end);
        key =
          to === from ? first.key : [...new Set(`${key} ${last.key}`.split(' '))].sort().join(' ');
        if (first.weak && words.slice(from, to + 1).every((it) => it.weak)) continue;
        const candidate = found.get(key) ?? {
          words: to - from + 1,
          key,
          forms: new Map<string, number>(),
          at: new Map<ReadSentence, number>(),
          nounlike: 0,
          named: 0,
          count: 0,
          whole: false,
          definition: undefined,
        };
        found.set(key, candidate);
        const after = words[to + 1];
        // German capitalises every noun.
        const isNoun =
          base === 'de'
            ? /^\p{Lu}/u.test(last.text) && from > 0
            : !ARTICLES[base] || (before !== undefined && ARTICLES[base].test(before.text));
        if (isNoun && ARTICLES[base] && to - from < 2 && (!after || after.stop))
          candidate.whole = true;
        if (
          !candidate.definition &&
          sentence.complete &&
          first.start <= LEAD_CHARS &&
          defines(sentence.text, first.start, last.end, base)
        )
          candidate.definition = sentence;
        candidate.forms.set(text, (candidate.forms.get(text) ?? 0) + 1);
        if (!candidate.at.has(sentence)) candidate.at.set(sentence, first.start);
        candidate.count += 1;
        if (isNoun) candidate.nounlike += 1;
        if (
          from > 0 &&
          base !== 'de' &&
          words.slice(from, to + 1).every((it) => /^\p{Lu}/u.test(it.text))
        )
          candidate.named += 1;
      }
    });
  }
  return { found, company };
}

/**
 * Returns the highest-ranked terms. `ranked` has the sentences with their weights, in reading
 * order.
 */
export function keyTerms(ranked: readonly Prominent[], most: number): KeyTerm[] {
  const sentences = ranked.map((it) => it.sentence);
  const { found, company } = candidatesOf(sentences);
  const about = new Set(
    [...new Map(sentences.map(({ passage }) => [passage.sourceId, passage])).values()].flatMap(
      (it) => [...contentTerms(it.title, it.language)],
    ),
  );
  const scored = [...found.values()]
    .filter(
      (it) =>
        it.definition ||
        it.count >= (it.named > 0 || it.words > 1 ? 2 : 3) ||
        (sentences.length < FEW_SENTENCES && (it.count > 1 || it.whole || it.named > 0)),
    )
    .map((candidate) => ({ candidate, score: weigh(candidate, company, about) }))
    .filter((it) => it.score > 0)
    .sort((a, b) => b.score - a.score || (a.candidate.key < b.candidate.key ? -1 : 1));
  const longer = Map.groupBy(
    scored.flatMap(({ candidate }) =>
      candidate.key.split(' ').map((term) => ({ term, candidate })),
    ),
    (it) => it.term,
  );
  const chosen: { candidate: Candidate; score: number }[] = [];
  for (const it of scored) {
    if (chosen.length >= most) break;
    const whole = wholeOf(it.candidate, longer);
    if (!chosen.some((other) => overlaps(whole, other.candidate)))
      chosen.push({ candidate: whole, score: it.score });
  }
  const weights = new Map(ranked.map((it) => [it.sentence, it.weight]));
  return chosen.map(({ candidate, score }) => termOf(candidate, score, weights));
}

function weigh(
  { words, forms, at, nounlike, named, count, definition }: Candidate,
  company: ReadonlyMap<string, { count: number; around: ReadonlySet<string> }>,
  about: ReadonlySet<string>,
): number {
  // A word that always has different neighbours is a common word.
  const form = [...forms.keys()][0] ?? '';
  const kept = words > 1 ? undefined : company.get(form.toLowerCase());
  const common = kept ? 1 / (1 + (0.5 * kept.around.size) / Math.max(2, kept.count)) : 1;
  const isNoun = words > 1 || named > 0 || definition ? 1 : nounlike / count;
  const name = named / count > 0.6 ? 1.5 : 1;
  const passages = new Set([...at.keys()].map((it) => it.passage)).size;
  const inTitle = [...forms.keys()].some((text) =>
    [...about].some((term) => text.toLowerCase().includes(term)),
  )
    ? 1.25
    : 1;
  return (
    Math.log2(1 + count) *
    Math.log2(1 + passages) *
    (LENGTHS[words] ?? 1) *
    common *
    isNoun *
    name *
    inTitle *
    (definition ? DEFINED : 1)
  );
}

/** The longer phrase that mostly contains it, such as "World War II" for "World War". */
function wholeOf(
  part: Candidate,
  longer: ReadonlyMap<string, readonly { candidate: Candidate }[]>,
): Candidate {
  const terms = part.key.split(' ');
  const longest = (longer.get(terms[0] ?? '') ?? []).find(({ candidate }) => {
    const others = candidate.key.split(' ');
    return (
      candidate.words > part.words &&
      others.length > terms.length &&
      candidate.count >= 0.6 * part.count &&
      terms.every((it) => others.includes(it))
    );
  });
  return longest?.candidate ?? part;
}

/** "Victoria", "Victorian" */
const isStemVariant = (one: string, other: string): boolean =>
  Math.min(one.length, other.length) > 4 && (one.startsWith(other) || other.startsWith(one));

/**
 * Tells whether one term is redundant next to the other: it is part of it and rarely occurs alone,
 * or it only adds a word.
 */
function overlaps(one: Candidate, other: Candidate): boolean {
  const [a, b] = [one.key.split(' '), other.key.split(' ')];
  if (a.length === 1 && b.length === 1 && isStemVariant(one.key, other.key)) return true;
  const common = a.filter((it) => b.includes(it)).length;
  return (
    common > 0 &&
    (common === Math.min(a.length, b.length) || common * 2 > Math.max(a.length, b.length))
  );
}

function termOf(
  { forms, at, definition }: Candidate,
  score: number,
  weights: ReadonlyMap<ReadSentence, number>,
): KeyTerm {
  const [text = ''] = [...forms]
    .toSorted((a, b) => b[1] - a[1] || a[0].length - b[0].length || (a[0] < b[0] ? -1 : 1))
    .map((it) => it[0]);
  const sentences = [...at.keys()];
  const meaning =
    definition ??
    sentences.toSorted((a, b) => termScore(b, at, weights) - termScore(a, at, weights))[0];
  if (!meaning) throw new RangeError('a term stands somewhere');
  return { text, sentences, meaning, isDefined: definition !== undefined, score };
}

/** A complete, central sentence with the term near its start says more about the term. */
const termScore = (
  it: ReadSentence,
  at: ReadonlyMap<ReadSentence, number>,
  weights: ReadonlyMap<ReadSentence, number>,
): number =>
  (weights.get(it) ?? 0) *
  (it.complete ? 1 : 0.6) *
  (1 - (0.5 * (at.get(it) ?? 0)) / Math.max(1, it.text.length));
