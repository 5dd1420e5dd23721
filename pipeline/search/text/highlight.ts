import { formOf, type Token } from './analysis.ts';
import type { ParsedQuery } from './query.ts';

/** Returns the indexes of first tokens at which the forms occur in sequence. */
export function phraseStarts(tokens: readonly Token[], forms: readonly string[]): number[] {
  const found: number[] = [];
  for (let at = 0; at + forms.length <= tokens.length; at += 1) {
    if (forms.every((form, offset) => matches(tokens[at + offset], form))) found.push(at);
  }
  return found;
}

/** A single character matches any pair that starts with it. */
const matches = (token: Token | undefined, form: string): boolean =>
  token !== undefined && (token.form === form || (token.bigram && token.form.startsWith(form)));

/**
 * Returns `[start, end)` of the query's words and phrases in the text of the tokens, in order;
 * adjacent ranges of pairs are merged.
 */
export function highlights(
  tokens: readonly Token[],
  query: ParsedQuery,
  expanded: ReadonlySet<string>,
): [number, number][] {
  const ranges: [number, number][] = [];
  const terms = new Set(query.words.flatMap((it) => it.terms));
  const prefixes = query.words.filter((it) => it.prefix).map((it) => it.form);
  for (const token of tokens) {
    const begun = prefixes.find((prefix) => token.form.startsWith(prefix));
    if (terms.has(token.term) || expanded.has(token.term)) ranges.push([token.start, token.end]);
    else if (begun !== undefined)
      ranges.push([
        token.start,
        token.bigram ? Math.min(token.end, token.start + begun.length) : token.end,
      ]);
  }
  for (const { forms } of query.phrases) {
    for (const at of phraseStarts(tokens, forms)) {
      const first = tokens[at];
      const last = tokens[at + forms.length - 1];
      if (first && last)
        ranges.push([
          first.start,
          last.bigram && last.form !== forms.at(-1)
            ? last.start + (forms.at(-1) ?? '').length
            : last.end,
        ]);
    }
  }
  return mergeRanges(ranges);
}

type Terms = Int32Array | readonly number[];
/** A phrase of complete words, with the ids of the terms that its first word may have. */
interface QuotedPhrase {
  forms: readonly string[];
  firstTerms: ReadonlySet<number>;
}

/**
 * Like `highlights`, for a question of complete words and a text whose terms and offsets are known,
 * which saves analysing it.
 */
export function highlightsOfTerms(
  text: string,
  offsets: Int32Array,
  terms: Terms,
  wanted: { has(term: number): boolean },
  quoted: readonly QuotedPhrase[] = [],
): [number, number][] {
  const ranges: [number, number][] = [];
  let last: [number, number] | undefined;
  for (let at = 0; at < terms.length; at += 1) {
    if (!wanted.has(terms[at] ?? 0)) continue;
    const start = offsets[2 * at] ?? 0;
    const end = offsets[2 * at + 1] ?? 0;
    if (last && start < last[1]) last[1] = Math.max(last[1], end);
    else ranges.push((last = [start, end]));
  }
  return quoted.length === 0
    ? ranges
    : mergeRanges([...ranges, ...quoted.flatMap((it) => phraseRanges(text, offsets, terms, it))]);
}

function phraseRanges(
  text: string,
  offsets: Int32Array,
  terms: Terms,
  { forms, firstTerms: begins }: QuotedPhrase,
): [number, number][] {
  const ranges: [number, number][] = [];
  const stands = (at: number): boolean =>
    forms.every(
      (form, offset) =>
        formOf(text.slice(offsets[2 * (at + offset)], offsets[2 * (at + offset) + 1])) === form,
    );
  for (const term of begins) {
    for (
      let at = terms.indexOf(term);
      at !== -1 && at + forms.length <= terms.length;
      at = terms.indexOf(term, at + 1)
    ) {
      if (stands(at))
        ranges.push([offsets[2 * at] ?? 0, offsets[2 * (at + forms.length) - 1] ?? 0]);
    }
  }
  return ranges;
}

function mergeRanges(ranges: [number, number][]): [number, number][] {
  const out: [number, number][] = [];
  for (const [start, end] of ranges.sort((a, b) => a[0] - b[0] || a[1] - b[1])) {
    const last = out.at(-1);
    if (last && start < last[1]) last[1] = Math.max(last[1], end);
    else out.push([start, end]);
  }
  return out;
}
