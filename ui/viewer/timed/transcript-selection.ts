import type { TimedLocator } from '#core/contract/locator.ts';
import type { TranscriptIndex } from './transcript-index.ts';

/** One end of a selection in the transcript; `word` is -1 if only the segment is timed. */
export interface TranscriptEnd {
  segment: number;
  word: number;
}

/** The time range of selected words. The ends can be in either order. */
export function selectionLocator(
  index: TranscriptIndex,
  one: TranscriptEnd,
  other: TranscriptEnd,
  selectedText: string,
): TimedLocator | undefined {
  const forward =
    one.segment < other.segment || (one.segment === other.segment && one.word <= other.word);
  const [from, to] = forward ? [one, other] : [other, one];
  const first = index.segments[from.segment];
  const last = index.segments[to.segment];
  if (!first || !last) return undefined;
  const startS = first.words[from.word]?.startS ?? first.startS;
  const endS = last.words[to.word]?.endS ?? last.endS;
  const exact = first.words[from.word] !== undefined && last.words[to.word] !== undefined;
  const quote = exact ? wordsBetween(index, from, to) : selectedText.replace(/\s+/g, ' ').trim();
  if (quote === '') return undefined;
  return { medium: 'timed', startS, endS: Math.max(endS, startS), quote };
}

function wordsBetween(index: TranscriptIndex, from: TranscriptEnd, to: TranscriptEnd): string {
  return index.segments
    .slice(from.segment, to.segment + 1)
    .map((segment, step) => {
      const isLast = from.segment + step === to.segment;
      const words = segment.words.slice(
        step === 0 ? from.word : 0,
        isLast ? to.word + 1 : undefined,
      );
      return segment.words.length > 0 ? words.map((it) => it.text).join(' ') : segment.text;
    })
    .join(' ');
}

/** The word or segment at a DOM position. */
export function endAt(node: Node): TranscriptEnd | undefined {
  const element = node instanceof Element ? node : node.parentElement;
  const segment = element?.closest<HTMLElement>('[data-segment]');
  if (!segment) return undefined;
  const word = element?.closest<HTMLElement>('[data-word]');
  return {
    segment: Number(segment.dataset['segment']),
    word: word ? Number(word.dataset['word']) : -1,
  };
}

/** The second at which a word, or else its segment, starts. */
export function startOf(
  index: TranscriptIndex,
  end: TranscriptEnd | undefined,
): number | undefined {
  const segment = end && index.segments[end.segment];
  return segment && (segment.words[end.word]?.startS ?? segment.startS);
}
