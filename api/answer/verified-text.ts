import { supportOfCitation, type Citation } from '#core/contract/ask.ts';
import { citationMarks } from '#core/text/mark-reader.ts';
import { splitSentences } from '#core/text/sentences.ts';

/** The end of the sentence before it. */
const ENDING = /^[\s.,;:!?…。！？)\]"'”’]+/u;
const BULLET = /^\s*(?:[-*+•]|\d{1,3}[.)])\s+/u;

/**
 * Returns the sentences of an answer that all their citations support, with these citations
 * renumbered. Drops sentences without a citation.
 */
export function verifiedText(
  answer: string,
  citations: readonly Citation[],
): { text: string; citations: Citation[] } {
  const byMark = new Map(citations.map((it) => [it.mark, it]));
  const kept: Citation[] = [];
  const sentences: string[] = [];
  for (const { sentence, marks } of citedSentences(answer)) {
    const cited = marks.flatMap((mark) => byMark.get(mark) ?? []);
    const isVerified =
      cited.length === marks.length && cited.every((it) => supportOfCitation(it) === 'supported');
    if (!isVerified || sentence === '') continue;
    for (const it of cited) if (!kept.includes(it)) kept.push(it);
    sentences.push(`${sentence} ${cited.map((it) => `[${kept.indexOf(it) + 1}]`).join('')}`);
  }
  return {
    text: sentences.join(' '),
    citations: kept.map((it, at) => ({ ...it, mark: at + 1 })),
  };
}

/** Returns each run of marks with the sentence before it. */
function citedSentences(answer: string): { sentence: string; marks: number[] }[] {
  const out: { sentence: string; marks: number[] }[] = [];
  let from = 0;
  for (const { start, end, mark } of citationMarks(answer)) {
    const before = answer.slice(from, start);
    from = end;
    const last = out.at(-1);
    if (last && before.trim() === '') last.marks.push(mark);
    else out.push({ sentence: lastSentence(before), marks: [mark] });
  }
  return out;
}

function lastSentence(text: string): string {
  const line = text.trim().split('\n').at(-1) ?? '';
  const plain = line.replace(ENDING, '').replace(BULLET, '');
  return splitSentences(plain).at(-1)?.text.trim() ?? '';
}
