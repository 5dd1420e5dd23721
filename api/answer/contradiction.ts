/**
 * Finds contradictions between a claim and its passage: other numbers or units, missing names, a
 * negation, an opposite, or the same words in exchanged roles.
 */
import { analyse, stopWords } from '#pipeline/search/index.ts';
import type { Figure } from './figures.ts';
import { oppositesOf } from './negation.ts';
import type { TextFacts } from './text-facts.ts';

export interface Compared {
  claim: TextFacts;
  /** the whole passage with its title and heading */
  passage: TextFacts;
  /** the sentence that matches the claim best */
  sentence: TextFacts;
  /** that sentence with its neighbours */
  around: readonly TextFacts[];
}

const NAME = /(?<![\p{L}\p{M}\p{N}])\p{Lu}[\p{L}\p{M}\p{N}’'-]*/gu;
const FIRST_WORD = /^[^\p{L}\p{N}]*[\p{L}\p{N}’'-]+/u;
const AFTER_SENTENCE = /[.!?:]["”’)]?\s+$/;
const PREFIXES = ['un', 'in', 'im', 'dis', 'non', 'ir', 'il'];
const PREFIXED = /^(?:un|in|im|dis|non|ir|il)(.{4,})$/;
/** Words that introduce the agent of a passive sentence. */
const BY: Readonly<Record<string, RegExp>> = {
  en: /\bby\b/giu,
  de: /(?<!\p{L})(?:von|vom|durch)(?!\p{L})/giu,
  fr: /(?<!\p{L})par(?!\p{L})/giu,
  es: /(?<!\p{L})por(?!\p{L})/giu,
  pt: /(?<!\p{L})pel[oa]s?(?!\p{L})/giu,
  it: /(?<!\p{L})da[l']?(?!\p{L})/giu,
  nl: /(?<!\p{L})door(?!\p{L})/giu,
  zh: /被|由/gu,
};
/** Least share of a claim's words in a sentence that it repeats. */
const REPEATED_SHARE = 0.75;
const LEAST_REPEATED = 3;
/** Most words between two words of the sentence that are adjacent in the claim. */
const MAX_GAP = 8;

export const contradicts = (it: Compared): boolean =>
  lacksFigure(it) || lacksName(it) || negatesOtherwise(it) || saysOpposite(it) || exchanges(it);

/** Tells whether the claim repeats its sentence, so that each difference counts. */
function repeats({ claim, sentence }: Pick<Compared, 'claim' | 'sentence'>): boolean {
  const words = [...claim.terms].filter((it) => !/\p{N}/u.test(it));
  const found = words.filter((it) => sentence.terms.has(it)).length;
  return found >= LEAST_REPEATED && found >= REPEATED_SHARE * words.length;
}

export function lacksFigure(it: Compared): boolean {
  const { claim, passage, sentence, around } = it;
  if (claim.figures.length === 0) return false;
  const isRepeated = repeats(it);
  const near = isRepeated ? [...sentence.figures] : around.flatMap((own) => own.figures);
  return claim.figures.some((figure) => {
    const alike = near.filter((own) => own.value === figure.value);
    const same = alike.find((own) => !differs(own, figure)) ?? alike[0];
    if (same) {
      // Each number of a sentence is repeated once.
      if (isRepeated) near.splice(near.indexOf(same), 1);
      return differs(same, figure);
    }
    // A number that a passage states once, such as a year, applies to all following sentences.
    return (
      isRepeated ||
      figure.value.length < 2 ||
      !passage.figures.some((own) => own.value === figure.value && !differs(own, figure))
    );
  });
}

const differs = (one: Figure, other: Figure): boolean =>
  one.unit !== undefined && other.unit !== undefined && one.unit !== other.unit;

/** Tells whether the passage lacks a name of the claim. */
function lacksName({ claim, passage, sentence }: Compared): boolean {
  // German capitalises all nouns.
  if (claim.base === 'de') return false;
  const stop = stopWords(claim.base === 'und' ? 'en' : claim.base);
  const isIn = (name: string): boolean =>
    analyse(name, claim.base).every(
      ({ form, term }) =>
        stop.has(form) ||
        passage.forms.has(form) ||
        passage.forms.has(term) ||
        isInflected(form, passage.forms),
    );
  const firstEnd = FIRST_WORD.exec(claim.text)?.[0].length ?? 0;
  const missing = [...claim.text.matchAll(NAME)].filter((it) => it[0].length > 1 && !isIn(it[0]));
  if (
    missing.some(
      (it) => it.index >= firstEnd && !AFTER_SENTENCE.test(claim.text.slice(0, it.index)),
    )
  )
    return true;
  // The first word is capitalised anyway. It is another name if all other words are the sentence's.
  const found = claim.terms.intersection(sentence.terms).size;
  return (
    missing.length > 0 &&
    claim.terms.size >= LEAST_REPEATED &&
    found >= claim.terms.size - missing.length &&
    namesOf(sentence.text).some((it) => !claim.text.includes(it))
  );
}

const isInflected = (form: string, forms: ReadonlySet<string>): boolean =>
  form.length > 4 &&
  [...forms].some((it) => it.startsWith(form.slice(0, Math.max(4, form.length - 3))));

/** The capitalised words of a claim after its first. */
export const namesWithin = (claim: string): string[] =>
  namesOf(claim.slice(FIRST_WORD.exec(claim)?.[0].length ?? 0));

const namesOf = (text: string): string[] =>
  [...text.matchAll(NAME)].map((it) => it[0]).filter((it) => it.length > 2);

function negatesOtherwise(it: Compared): boolean {
  const { claim, sentence, around } = it;
  const [claimed, stated] = [claim.negations, sentence.negations];
  const most = repeats(it)
    ? stated.count
    : around.reduce((count, own) => count + own.negations.count, 0);
  if (claimed.count > most) return true;
  if (claimed.count > 0 && stated.count > 0)
    return (
      claimed.terms.size > 0 && stated.terms.size > 0 && claimed.terms.isDisjointFrom(stated.terms)
    );
  return claimed.count === 0 && !stated.terms.isDisjointFrom(claim.terms);
}

function saysOpposite({ claim, sentence }: Compared): boolean {
  const opposites = oppositesOf(claim.language);
  for (const form of claim.forms) {
    if (sentence.forms.has(form)) continue;
    const others = [...(opposites.get(form) ?? [])];
    if (claim.base === 'en')
      others.push(...PREFIXES.map((it) => it + form), ...(PREFIXED.exec(form)?.slice(1) ?? []));
    if (others.some((it) => sentence.forms.has(it) && !claim.forms.has(it))) return true;
  }
  return false;
}

/** Tells whether the claim has the words of the sentence with two of them exchanged. */
function exchanges(it: Compared): boolean {
  const { claim, sentence } = it;
  if (!repeats(it)) return false;
  const by = BY[claim.base];
  const count = (text: string) => (by ? [...text.matchAll(by)].length : 0);
  if (count(claim.text) !== count(sentence.text)) return false;
  const positions = new Map<string, number[]>();
  sentence.sequence.forEach((term, at) => {
    const list = positions.get(term);
    if (list) list.push(at);
    else positions.set(term, [at]);
  });
  const found = claim.sequence.filter((term) => positions.has(term));
  let odd = 0;
  for (let at = 1; at < found.length; at += 1) {
    const [before, after] = [
      positions.get(found[at - 1] ?? '') ?? [],
      positions.get(found[at] ?? '') ?? [],
    ];
    const isKept = before.some((one) =>
      after.some((other) => other > one && other - one <= MAX_GAP),
    );
    if (!isKept) odd += 1;
  }
  return odd >= 2 || swapsBack(claim.text, sentence.text);
}

const WORDS = /[\p{L}\p{M}\p{N}][\p{L}\p{M}\p{N}’'-]*/gu;
const IS_NAME = /^[\p{Lu}\p{N}]/u;
/** Most names and numbers of a claim that are compared with each other. */
const MAX_NAMES = 16;

/**
 * Tells whether exchanging two names or numbers of the claim would bring it closer to the sentence:
 * two more pairs of adjacent words would match.
 */
function swapsBack(claim: string, sentence: string): boolean {
  const words = [...claim.matchAll(WORDS)].map((it) => it[0]);
  const lower = words.map((it) => it.toLowerCase());
  const pairs = pairsOf([...sentence.matchAll(WORDS)].map((it) => it[0].toLowerCase()));
  const kept = countIn(pairs, lower);
  if (kept >= lower.length - 1) return false;
  const names = nameRuns(words).slice(0, MAX_NAMES);
  return names.some(([from, to], nth) =>
    names.slice(nth + 1).some(([otherFrom, otherTo]) => {
      if (otherFrom < to) return false;
      const swapped = [
        ...lower.slice(0, from),
        ...lower.slice(otherFrom, otherTo),
        ...lower.slice(to, otherFrom),
        ...lower.slice(from, to),
        ...lower.slice(otherTo),
      ];
      return countIn(pairs, swapped) >= kept + 2;
    }),
  );
}

/** `[from, to)` of each name and number, and of each run of names. */
function nameRuns(words: readonly string[]): [number, number][] {
  const runs: [number, number][] = [];
  for (let from = 0; from < words.length; from += 1) {
    if (!IS_NAME.test(words[from] ?? '')) continue;
    let to = from + 1;
    while (IS_NAME.test(words[to] ?? '')) to += 1;
    if (to > from + 1 && !IS_NAME.test(words[from - 1] ?? '')) runs.push([from, to]);
    runs.push([from, from + 1]);
  }
  return runs;
}

const pairsOf = (words: readonly string[]): ReadonlySet<string> =>
  new Set(words.slice(1).map((it, at) => `${words[at] ?? ''} ${it}`));
const countIn = (pairs: ReadonlySet<string>, words: readonly string[]): number =>
  words.slice(1).filter((it, at) => pairs.has(`${words[at] ?? ''} ${it}`)).length;
