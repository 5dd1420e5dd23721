import { useVirtualizer } from '@tanstack/react-virtual';
import {
  memo,
  useCallback,
  useEffect,
  useImperativeHandle,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react';
import type { MouseEvent, Ref } from 'react';
import { ArrowDown, ArrowUp } from 'lucide-react';
import { placeLabel } from '#core/contract/locator.ts';
import type { TimedLocator } from '#core/contract/locator.ts';
import { transcriptTexts as texts } from '#ui/texts/viewer-video.ts';
import { rectOf, SaveClipButton, spotOf } from '../marks/save-clip-button.tsx';
import type { SelectionSpot } from '../marks/save-clip-button.tsx';
import type { PlayClock } from './player.ts';
import type { TimelineClip } from './timeline-clip.ts';
import type { TimedSegment, TranscriptIndex } from './transcript-index.ts';
import { endAt, selectionLocator } from './transcript-selection.ts';

export interface TranscriptListHandle {
  /**
   * Shows what is said then, and flashes it until `endS`; without one `startS` is a whole second,
   * and the sentence that begins in it flashes.
   */
  show(startS: number, endS?: number): void;
}

interface TranscriptListProps {
  index: TranscriptIndex;
  clock: PlayClock;
  /** segments found, and the one among them now stood on */
  found: readonly number[];
  at: number | undefined;
  /** stretches already clipped */
  clipped: readonly TimelineClip[];
  onSeek: (timeS: number) => void;
  onClip: (locator: TimedLocator, kind?: 'moment') => void;
  onAsk: ((locator: TimedLocator, rect: DOMRect) => void) | undefined;
  ref: Ref<TranscriptListHandle>;
}

const FLASH_MS = 2400;
/** within which clicks belong together */
const CLICKS_MS = 1000;

export function TranscriptList({
  index,
  clock,
  found,
  at,
  clipped,
  onSeek,
  onClip,
  onAsk,
  ref,
}: TranscriptListProps) {
  const scroller = useRef<HTMLDivElement>(null);
  const [follows, setFollows] = useState(true);
  const [flash, setFlash] = useState<{ startS: number; endS: number } | null>(null);
  const [selected, setSelected] = useState<{ spot: SelectionSpot; locator: TimedLocator } | null>(
    null,
  );
  /** Words are, to be kept or asked about: they stay where they are. */
  const isHeld = useRef(false);
  const current = useSyncExternalStore(clock.subscribe, () => index.segmentAt(clock.nowS()));

  const list = useVirtualizer({
    count: index.rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: (row) => (index.rows[row]?.kind === 'chapter' ? 44 : 64),
    overscan: 8,
  });
  const scrollToSegment = useCallback(
    (segment: number) => {
      list.scrollToIndex(index.rowOf(Math.max(0, segment)), { align: 'center' });
    },
    [list, index],
  );

  // What is clicked stays under the pointer, so that a second and a third click select its words;
  // the next segment is followed again.
  const clickedMs = useRef(-CLICKS_MS);
  useEffect(() => {
    if (
      follows &&
      !isHeld.current &&
      current >= 0 &&
      performance.now() - clickedMs.current > CLICKS_MS
    )
      scrollToSegment(current);
  }, [follows, current, scrollToSegment]);
  useEffect(() => {
    if (at === undefined) return;
    setFollows(false);
    scrollToSegment(at);
  }, [at, scrollToSegment]);
  useEffect(() => {
    if (!flash) return undefined;
    const timer = setTimeout(() => setFlash(null), FLASH_MS);
    return () => clearTimeout(timer);
  }, [flash]);

  useImperativeHandle(
    ref,
    () => ({
      show(startS, endS) {
        const place = Math.max(0, index.segmentAt(endS === undefined ? startS + 0.999 : startS));
        setFollows(true);
        scrollToSegment(place);
        const segment = index.segments[place];
        if (endS !== undefined) setFlash({ startS, endS: Math.max(endS, startS + 0.1) });
        else if (segment) setFlash({ startS: segment.startS, endS: segment.endS });
      },
    }),
    [index, scrollToSegment],
  );

  const take = (locator: TimedLocator, kind?: 'moment') => {
    onClip(locator, kind);
    document.getSelection()?.removeAllRanges();
  };

  // A hand on the wheel, the glass or the keys stops the following; our own scrolling does none of
  // these.
  const leave = useCallback(() => setFollows(false), []);

  useEffect(() => {
    const read = () => {
      const selection = document.getSelection();
      const range =
        selection && selection.rangeCount > 0 && !selection.isCollapsed
          ? selection.getRangeAt(0)
          : undefined;
      isHeld.current =
        range !== undefined && scroller.current?.contains(range.commonAncestorContainer) === true;
      if (!range || !isHeld.current) {
        setSelected(null);
        return;
      }
      const from = endAt(range.startContainer);
      const to = endAt(range.endContainer);
      const locator =
        from && to ? selectionLocator(index, from, to, selection?.toString() ?? '') : undefined;
      const spot = spotOf(range);
      setSelected(locator && spot ? { spot, locator } : null);
    };
    document.addEventListener('selectionchange', read);
    return () => document.removeEventListener('selectionchange', read);
  }, [index]);

  const seekClicked = (event: MouseEvent) => {
    if (document.getSelection()?.isCollapsed === false || !(event.target instanceof Node)) return;
    const end = endAt(event.target);
    const segment = end && index.segments[end.segment];
    if (!segment) return;
    clickedMs.current = performance.now();
    setFollows(true);
    onSeek(segment.words[end.word]?.startS ?? segment.startS);
  };

  const items = list.getVirtualItems();
  const nowIsBelow = current >= 0 && (items.at(-1)?.index ?? 0) <= index.rowOf(current);
  return (
    <div className="relative min-h-0 flex-1">
      <div
        ref={scroller}
        tabIndex={0}
        role="group"
        aria-label={texts.said}
        onWheel={leave}
        onTouchMove={leave}
        onScroll={() => setSelected(null)}
        onKeyDown={(event) => {
          if (['PageUp', 'PageDown', 'Home', 'End', 'ArrowUp', 'ArrowDown'].includes(event.key))
            leave();
        }}
        className="absolute inset-0 overflow-y-auto overscroll-contain px-2 py-2 focus-visible:outline-offset-[-2px]"
      >
        <div
          className="relative w-full"
          style={{ height: list.getTotalSize() }}
          onClick={seekClicked}
        >
          {items.map((item) => {
            const row = index.rows[item.index];
            if (!row) return null;
            return (
              <div
                key={item.key}
                data-index={item.index}
                ref={list.measureElement}
                className="absolute inset-x-0 top-0"
                style={{ transform: `translateY(${item.start}px)` }}
              >
                {row.kind === 'chapter' ? (
                  <h3 dir="auto" className="px-2 pb-1 pt-4 text-[13px] font-semibold text-ink">
                    {row.title}
                  </h3>
                ) : (
                  <SegmentRow
                    place={row.segment}
                    index={index}
                    clock={clock}
                    isCurrent={row.segment === current}
                    isFound={found.includes(row.segment)}
                    isAt={row.segment === at}
                    flash={flash && overlaps(index.segments[row.segment], flash) ? flash : null}
                    clipColor={
                      clipped.find((clip) => overlaps(index.segments[row.segment], clip))?.color
                    }
                    onSeek={onSeek}
                  />
                )}
              </div>
            );
          })}
        </div>
      </div>
      {!follows && current >= 0 && (
        <button
          type="button"
          onClick={() => {
            setFollows(true);
            scrollToSegment(current);
          }}
          className="animate-rise absolute bottom-3 left-1/2 inline-flex min-h-target -translate-x-1/2 items-center gap-1.5 rounded-full border border-line bg-raised px-4 text-[13px] font-medium shadow-mid hover:bg-hover"
        >
          {nowIsBelow ? <ArrowDown aria-hidden size={15} /> : <ArrowUp aria-hidden size={15} />}
          {texts.backToNow}
        </button>
      )}
      {selected && (
        <SaveClipButton
          spot={selected.spot}
          onSave={() => take(selected.locator)}
          onMoment={() => take(selected.locator, 'moment')}
          onAsk={onAsk && (() => onAsk(selected.locator, rectOf(selected.spot)))}
        />
      )}
    </div>
  );
}

const overlaps = (
  segment: TimedSegment | undefined,
  span: { startS: number; endS: number },
): boolean => segment !== undefined && segment.startS < span.endS && segment.endS > span.startS;

interface SegmentRowProps {
  place: number;
  index: TranscriptIndex;
  clock: PlayClock;
  isCurrent: boolean;
  isFound: boolean;
  isAt: boolean;
  /** of the first clip that it belongs to */
  clipColor: string | undefined;
  flash: { startS: number; endS: number } | null;
  onSeek: (timeS: number) => void;
}

const SegmentRow = memo(function SegmentRow({
  place,
  index,
  clock,
  isCurrent,
  isFound,
  isAt,
  clipColor,
  flash,
  onSeek,
}: SegmentRowProps) {
  const segment = index.segments[place];
  const word = useSyncExternalStore(clock.subscribe, () =>
    isCurrent ? index.wordAt(place, clock.nowS()) : -1,
  );
  if (!segment) return null;
  const label = placeLabel('timed', segment.startS);
  const ground = isAt ? 'bg-accent-soft' : isFound ? 'bg-sunken' : '';
  return (
    <div
      data-segment={place}
      aria-current={isCurrent ? 'true' : undefined}
      style={{ borderLeftColor: clipColor }}
      className={`flex gap-3 rounded-control border-l-[3px] py-1.5 pl-2 pr-2 ${isCurrent ? 'border-l-accent' : 'border-l-transparent'} ${ground}`}
    >
      <button
        type="button"
        onClick={(event) => {
          event.stopPropagation();
          onSeek(segment.startS);
        }}
        aria-label={texts.playFrom(label)}
        className={`h-6 shrink-0 select-none rounded-chip px-1 text-right font-mono text-[12px] leading-6 tabular-nums hover:text-accent hover:underline ${isCurrent ? 'font-semibold text-accent' : 'text-ink-faint'}`}
      >
        {label}
      </button>
      <p
        dir="auto"
        className={`min-w-0 flex-1 cursor-pointer font-serif text-[16px] leading-6 ${isCurrent ? 'text-ink' : 'text-ink-soft'}`}
      >
        {segment.words.length === 0 ? (
          <span className={flash ? 'gloss-flash rounded-[3px]' : ''}>{segment.text}</span>
        ) : (
          segment.words.map((it, at) => {
            const isFlashed = flash !== null && it.endS > flash.startS && it.startS < flash.endS;
            return (
              <span key={at}>
                <span
                  data-word={at}
                  className={`rounded-[3px] ${isFlashed ? 'gloss-flash' : at === word ? 'bg-accent-soft text-accent-strong underline decoration-2 underline-offset-4' : 'hover:bg-hover'}`}
                >
                  {it.text}
                  {isFlashed && ' '}
                </span>
                {!isFlashed && ' '}
              </span>
            );
          })
        )}
      </p>
    </div>
  );
});
