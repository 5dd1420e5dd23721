/** Recognises sentences that define a term. */
import { cuesOf } from './cues.ts';
import { LEAD } from './function-words.ts';

/** A definition begins with its term, possibly after an article. */
export const LEAD_CHARS = 12;

const patterns = new Map<string, { lead: RegExp; tail: RegExp }>();
function patternsOf(base: string): { lead: RegExp; tail: RegExp } | undefined {
  const is = cuesOf(base)?.is;
  if (is === undefined) return undefined;
  let made = patterns.get(base);
  if (!made) {
    const isDense = base === 'zh' || base === 'ja' || base === 'ko';
    const between = isDense
      ? '[”」』》"]?(?:[（(][^）)]{0,60}[）)])?'
      : '["”’»]?(?:\\s*\\([^)]{0,80}\\)|,[^,]{1,60},)?\\s+';
    patterns.set(
      base,
      (made = {
        lead: new RegExp(`^["“«„「『《]?(?:${LEAD[base] ?? ''})?["“«„「『《]?$`, 'iu'),
        tail: new RegExp(`^${between}(?:${is})${isDense ? '' : '(?![\\p{L}\\p{M}])'}`, 'iu'),
      }),
    );
  }
  return made;
}

/**
 * "X is a …", "X, or Y, refers to …", "X（…）是…": the sentence begins with the term at `[start, end)`
 * and defines it.
 */
export function defines(sentence: string, start: number, end: number, base: string): boolean {
  const found = patternsOf(base);
  return (
    found !== undefined &&
    found.lead.test(sentence.slice(0, start)) &&
    found.tail.test(sentence.slice(end))
  );
}
