/**
 * The offline assistant: it selects and arranges the sources' own sentences, each with its mark. The same question over the
 * same passages gives the same answer. It invents nothing and says plainly when nothing fits.
 */
import { splitSentences } from '#core/text/sentences.ts';
import { sentencesWithin } from '#pipeline/search/index.ts';
import { askedFor, holdsFigure } from './question.ts';
import { contentTerms, shared } from '../relevance.ts';
import type { Passage } from '../retrieve.ts';

const NOTHING = 'Nothing in the selected sources speaks of this.';
const OVERVIEW = 'The selected sources say, among other things:';
const MAX_SENTENCES = 5;
const MAX_PER_SOURCE = 4;
const MAX_NEAREST = 3;
const MAX_CHARS = 420;
const LABEL_CHARS = 25;
/** of the best sentence's score */ const LEAST_SHARE = 0.34;
/** what an amount is worth in a sentence when one is asked for */ const FIGURE = 1.8;
/** what a word in the sentence before or after is worth, against one in it */ const BESIDE = 0.35;
const ENDS = /[.!?…。！？؟।:;][)\]"'»”’」』]*$/u;
/** Jaccard likeness above which two sentences say the same */ const ALIKE = 0.55;

/** `beside`: terms of the sentences around it. */
interface Candidate { passage: Passage; text: string; order: number; terms: Set<string>; beside: Set<string>; score: number }

/** The answer, sentence by sentence, with `[n]` marks of the passages. */
export function* answerOffline(question: string, passages: readonly Passage[]): Generator<string> {
  const chosen = choose(question, passages);
  if (chosen.length === 0) {
    const isOpen = passages.length > 0 && passages.every((it) => wantedOf(question, it.language).size === 0);
    const nearest = isOpen ? [...new Map(passages.toSorted((a, b) => placeOrder(b) - placeOrder(a)).map((it) => [it.sourceId, it])).values()] : passages.slice(0, MAX_NEAREST);
    yield isOpen ? OVERVIEW : NOTHING;
    if (nearest.length === 0) return;
    yield isOpen ? '\n' : ' The nearest passages are:\n';
    for (const passage of nearest) yield `\n- ${opening(passage)} [${passage.n}]`;
    return;
  }
  const groups = Map.groupBy(chosen, (it) => it.passage.sourceId);
  let begun = false;
  for (const group of groups.values()) {
    if (groups.size > 1) yield `${begun ? '\n\n' : ''}**${quotable(group[0]?.passage.title ?? '').replaceAll('*', '')}**\n`;
    const inOrder = group.toSorted((a, b) => placeOrder(a.passage) - placeOrder(b.passage) || a.order - b.order);
    for (const { passage, text } of inOrder) { yield groups.size > 1 || chosen.length > 2 ? `\n- ${text} [${passage.n}]` : `${begun ? ' ' : ''}${text} [${passage.n}]`; begun = true; }
  }
}

/** A short title out of a sentence's own words. */
export function titleOffline(sentence: string): string {
  const plain = sentence.replace(/[#*_`>[\]]+/g, ' ').replace(/\s+/g, ' ').trim();
  const first = (splitSentences(plain)[0]?.text ?? plain).replace(/[\s.!?。！？…:;,]+$/u, '');
  const dense = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u.test(first);
  const most = dense ? 24 : 60;
  const letters = [...first];
  const title = letters.length <= most ? first : cut(letters.slice(0, most).join(''), dense);
  return title === '' ? 'Untitled' : title.charAt(0).toLocaleUpperCase() + title.slice(1);
}

const cut = (text: string, dense: boolean): string => {
  const space = dense ? -1 : text.lastIndexOf(' ');
  return `${(space > 20 ? text.slice(0, space) : text).replace(/[\s,;:–-]+$/u, '')}…`;
};

/** Marks of the source's own (`[12]`) would look like ours. */
const quotable = (text: string): string => text.replace(/\s*(?:\[\^?\d[\d\s,;–-]*\]|【[^】]*】)/g, '').replace(/!\[/g, '[').replace(/\s+/g, ' ').trim();

const placeOrder = ({ locator }: Passage): number =>
  (locator.medium === 'timed' ? locator.startS : locator.medium === 'paged' ? locator.page : locator.paragraph);

const wantedOf = (question: string, language: string): Set<string> => contentTerms(askedFor(question, language).about, language);

/** The first sentence worth the name. */
function opening(passage: Passage): string {
  const sentences = sentencesWithin(passage);
  const first = sentences.find((it) => ENDS.test(it.text) && contentTerms(it.text, passage.language).size > 3) ?? sentences[0];
  return first ? quotable(first.text) : passage.title;
}

function choose(question: string, passages: readonly Passage[]): Candidate[] {
  const all = passages.filter((it) => it.matched).flatMap(candidatesOf);
  const languages = [...new Set(passages.map((it) => it.language))];
  const asked = new Map(languages.map((language) => [language, { wanted: wantedOf(question, language), amount: askedFor(question, language).amount }]));
  const spread = new Map<string, number>();
  for (const { terms } of all) for (const term of terms) spread.set(term, (spread.get(term) ?? 0) + 1);
  const idf = (term: string) => Math.log(1 + (all.length - (spread.get(term) ?? 0) + 0.5) / ((spread.get(term) ?? 0) + 0.5));
  for (const it of all) {
    const { wanted, amount } = asked.get(it.passage.language) ?? { wanted: new Set<string>(), amount: false };
    const hits = [...wanted].filter((term) => it.terms.has(term));
    const near = [...wanted].filter((term) => !it.terms.has(term) && it.beside.has(term));
    if (hits.length === 0) continue;
    const weight = (terms: Iterable<string>) => [...terms].reduce((sum, term) => sum + idf(term), 0);
    const found = weight(hits) + BESIDE * weight(near);
    // Headings and the rest of the passage say what a sentence leaves to "it" and "they".
    const context = shared(wanted, contentTerms(`${it.passage.heading}\n${it.passage.text}`, it.passage.language)) / Math.max(1, wanted.size);
    const length = 1 / (1 + Math.max(0, it.terms.size - 25) / 25);
    const place = 1 / (1 + 0.06 * (it.passage.n - 1)) * (it.order === 0 ? 1.05 : 1);
    const answers = amount && holdsFigure(it.text, it.passage.language) ? FIGURE : 1;
    it.score = found * (found / Math.max(0.01, weight(wanted))) * (0.7 + 0.3 * context) * length * place * answers * (it.text.endsWith('?') ? 0.5 : 1);
  }
  return pick(all.filter((it) => it.score > 0).sort((a, b) => b.score - a.score || a.passage.n - b.passage.n || a.order - b.order));
}

function candidatesOf(passage: Passage): Candidate[] {
  const sentences = sentencesWithin(passage).map((it) => ({ text: quotable(it.text), terms: contentTerms(quotable(it.text), passage.language) }));
  return sentences.flatMap(({ text, terms }, order) => {
    const before = sentences[order - 1];
    // A heading says nothing by itself, and neither does a cell of a table.
    const isLabel = (it: { text: string; terms: Set<string> }) => it.terms.size < 2 || (it.terms.size < 3 && it.text.length < LABEL_CHARS) || (!ENDS.test(it.text) && it.terms.size < 6);
    if (isLabel({ text, terms }) || text.length > MAX_CHARS) return [];
    // "Cramming. It works for a test tomorrow.": what a label names is the subject of what follows.
    const own = before && isLabel(before) ? terms.union(before.terms) : terms;
    return [{ passage, text, order, terms: own, beside: (before?.terms ?? new Set()).union(sentences[order + 1]?.terms ?? new Set()), score: 0 }];
  });
}

/** The best that do not repeat one another, the sources in the order of their best. */
function pick(ranked: readonly Candidate[]): Candidate[] {
  const chosen: Candidate[] = [];
  const least = (ranked[0]?.score ?? 0) * LEAST_SHARE;
  for (const it of ranked) {
    if (chosen.length === MAX_SENTENCES || it.score < least) break;
    if (chosen.filter((other) => other.passage.sourceId === it.passage.sourceId).length >= MAX_PER_SOURCE) continue;
    const repeats = chosen.some((other) => {
      const common = shared(it.terms, other.terms);
      return common / (it.terms.size + other.terms.size - common) > ALIKE;
    });
    if (!repeats) chosen.push(it);
  }
  return chosen;
}
