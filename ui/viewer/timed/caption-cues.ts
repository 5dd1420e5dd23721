import type { TimedSegment, TimedWord, TranscriptIndex } from './transcript-index.ts';

/** Two lines of 42 characters, as in subtitles. */
const MOST_CHARACTERS = 84;
/** How long a caption stays if no other follows. */
const LINGER_S = 1;

/** The words of a segment; if only the segment is timed, each takes time by its length. */
function timedWords({ startS, endS, text, words }: TimedSegment): readonly TimedWord[] {
  if (words.length > 0) return words;
  const perCharacter = (endS - startS) / Math.max(1, text.length);
  let at = 0;
  return text.split(/\s+/).flatMap((word) => {
    if (word === '') return [];
    const wordStartS = startS + at * perCharacter;
    at += word.length + 1;
    return [{ text: word, startS: wordStartS, endS: startS + at * perCharacter }];
  });
}

/** The caption at a second; empty if nothing is said. */
export function captionAt(index: TranscriptIndex, timeS: number): string {
  const segment = index.segments[index.segmentAt(timeS)];
  if (!segment || timeS > segment.endS + LINGER_S) return '';
  let caption = '';
  for (const word of timedWords(segment)) {
    const isFull = caption.length + 1 + word.text.length > MOST_CHARACTERS;
    if (isFull && word.startS > timeS) return caption;
    caption = isFull || caption === '' ? word.text : `${caption} ${word.text}`;
  }
  return caption;
}
