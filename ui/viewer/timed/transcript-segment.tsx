import { Fragment, memo, useSyncExternalStore } from 'react';
import { positionLabel } from '#core/contract/locator.ts';
import { transcriptTexts as texts } from './texts.ts';
import { overlaps } from './drag-span.ts';
import type { Span } from './drag-span.ts';
import type { PlayClock } from './player.ts';
import { matchedWords, type TimedSegment, type TranscriptIndex } from './transcript-index.ts';

interface TranscriptSegmentProps {
  /** index of the segment */
  place: number;
  index: TranscriptIndex;
  clock: PlayClock;
  isCurrent: boolean;
  /** Tab leads to its time. */
  isTabStop: boolean;
  /** the query that it matches */
  query: string | undefined;
  /** it is the current match */
  isShownMatch: boolean;
  /** of the first clip that overlaps it */
  clipColor: string | undefined;
  flash: Span | undefined;
  onSeek: (timeS: number) => void;
}

/** One segment of a transcript, with the word being spoken underlined. */
export const TranscriptSegment = memo(function TranscriptSegment({
  place,
  index,
  clock,
  isCurrent,
  isTabStop,
  query,
  isShownMatch,
  clipColor,
  flash,
  onSeek,
}: TranscriptSegmentProps) {
  const segment = index.segments[place];
  const word = useSyncExternalStore(clock.subscribe, () =>
    isCurrent ? index.wordAt(place, clock.nowS()) : -1,
  );
  if (!segment) return null;
  const label = positionLabel('timed', segment.startS);
  const untimed = segment.words.length === 0 ? segment.text.split(' ') : [];
  const found =
    query === undefined
      ? NONE_FOUND
      : matchedWords(untimed.length > 0 ? untimed : segment.words.map((it) => it.text), query);
  const ground = isShownMatch ? 'bg-accent-soft' : query !== undefined ? 'bg-sunken' : '';
  return (
    <div
      data-segment={place}
      aria-current={isCurrent ? 'true' : undefined}
      style={{ borderLeftColor: clipColor }}
      className={`flex gap-3 rounded-control border-l-[3px] py-0.5 pl-2 pr-2 ${isCurrent ? 'border-l-accent' : 'border-l-transparent'} ${ground}`}
    >
      <button
        type="button"
        tabIndex={isTabStop ? 0 : -1}
        onClick={(event) => {
          event.stopPropagation();
          onSeek(segment.startS);
        }}
        aria-label={texts.playFrom(label)}
        className={`h-(--transcript-line) shrink-0 select-none rounded-chip px-1 text-right font-mono text-[12px] leading-(--transcript-line) tabular-nums hover:text-accent hover:underline ${isCurrent ? 'font-semibold text-accent' : 'text-ink-faint'}`}
      >
        {label}
      </button>
      <p
        dir="auto"
        className={`min-w-0 flex-1 cursor-pointer font-serif text-(length:--transcript-size) leading-(--transcript-line) ${isCurrent ? 'text-ink' : 'text-ink-soft'}`}
      >
        {segment.words.length === 0 ? (
          <span className={flash ? 'gloss-flash rounded-[3px]' : ''}>
            {found.size === 0
              ? segment.text
              : untimed.map((word, at) => (
                  <Fragment key={at}>
                    {at > 0 && ' '}
                    <FoundWord text={word} isFound={found.has(at)} />
                  </Fragment>
                ))}
          </span>
        ) : (
          <SegmentWords words={segment.words} spoken={word} flash={flash} found={found} />
        )}
      </p>
    </div>
  );
});

const NONE_FOUND: ReadonlySet<number> = new Set();

function FoundWord({ text, isFound }: { text: string; isFound: boolean }) {
  return isFound ? <mark>{text}</mark> : text;
}

function SegmentWords({
  words,
  spoken,
  flash,
  found,
}: {
  words: TimedSegment['words'];
  /** the word being spoken; -1 for none */
  spoken: number;
  flash: Span | undefined;
  /** the words that match the search */
  found: ReadonlySet<number>;
}) {
  return words.map((word, place) => {
    const isFlashed = flash !== undefined && overlaps(word, flash);
    return (
      <span key={place}>
        <span
          data-word={place}
          className={`rounded-[3px] ${isFlashed ? 'gloss-flash' : place === spoken ? 'bg-accent-soft text-accent-strong underline decoration-2 underline-offset-4' : 'hover:bg-hover'}`}
        >
          <FoundWord text={word.text} isFound={found.has(place)} />
          {isFlashed && ' '}
        </span>
        {!isFlashed && ' '}
      </span>
    );
  });
}
