/**
 * Splits passages into sentences that the offline assistant may quote, in order, with their terms.
 */
import { positionOf } from '#core/contract/locator.ts';
import { sentencesWithin } from '#pipeline/search/index.ts';
import { contentTerms } from '../relevance.ts';
import type { Passage } from '../retrieve.ts';

export interface ReadSentence {
  passage: Passage;
  /** quoted form */
  text: string;
  /** in the passage, from 0 */
  order: number;
  /** `[start, end)` in the passage */
  start: number;
  end: number;
  /** terms of its content words and its label */
  terms: ReadonlySet<string>;
  /** of the sentences around it */
  beside: ReadonlySet<string>;
  /** it ends as a sentence does */
  complete: boolean;
}

export const ENDS = /$(?<=[.!?…。！？؟।;:](?:[)\]"'»”’」』]|\[[^\]]{1,30}\]|:\d+)*)/u;
const LABEL_CHARS = 25;
const MAX_CHARS = 800;
/** A line of a table of contents. */
const LEADERS = /(?:\.\s?){5}|(?:…\s?){3}|(?:·\s?){5}/u;
/** Cues of captions without punctuation are joined up to this length. */
const CUE_CHARS = 180;

/** Marks in the source (`[12]`) would look like citations. */
export const quotable = (text: string): string =>
  text
    .replace(/(?<!\s)\s*(?:\[\^?\d[\d\s,;–-]*\]|【[^】【]*】)/g, '')
    .replace(/!\[/g, '[')
    .replace(/\s+/g, ' ')
    .trim();

/** Orders passages by position in their source. */
export const positionOrder = ({ locator }: Passage): number =>
  locator.medium === 'timed' ? locator.startS : positionOf(locator);

interface Stretch {
  text: string;
  start: number;
  end: number;
}

/** Speech without punctuation consists of cues of a few words, which mean little individually. */
function stretchesOf(passage: Passage): Stretch[] {
  const sentences = sentencesWithin(passage);
  if (
    passage.locator.medium !== 'timed' ||
    sentences.filter((it) => ENDS.test(it.text)).length * 4 > sentences.length
  )
    return sentences;
  const out: Stretch[] = [];
  for (const it of sentences) {
    const open = out.at(-1);
    if (open && it.end - open.start <= CUE_CHARS) {
      open.end = it.end;
      open.text = passage.text.slice(open.start, open.end);
    } else out.push({ ...it });
  }
  return out;
}

/** A heading or a table cell is not a statement. */
const isLabel = ({
  text,
  terms,
  complete,
}: Pick<ReadSentence, 'text' | 'terms' | 'complete'>): boolean =>
  LEADERS.test(text) ||
  terms.size < 2 ||
  (terms.size < 3 && text.length < LABEL_CHARS) ||
  (!complete && terms.size < 6);

export function readSentences(passage: Passage): ReadSentence[] {
  const all = stretchesOf(passage).map(({ text, start, end }) => {
    const quoted = quotable(text);
    return {
      text: quoted,
      start,
      end,
      terms: contentTerms(quoted, passage.language),
      complete: ENDS.test(quoted),
    };
  });
  return all.flatMap((it, order) => {
    const before = all[order - 1];
    if (isLabel(it) || it.text.length > MAX_CHARS) return [];
    // "Cramming. It works for a test tomorrow.": the label is the subject of the following
    // sentence.
    const terms = before && isLabel(before) ? it.terms.union(before.terms) : it.terms;
    return [
      {
        ...it,
        passage,
        order,
        terms,
        beside: (before?.terms ?? new Set<string>()).union(all[order + 1]?.terms ?? new Set()),
      },
    ];
  });
}

/** Returns the Jaccard similarity of two sets of terms. */
export function likeness(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  const common = a.intersection(b).size;
  return common === 0 ? 0 : common / (a.size + b.size - common);
}
