import { measureElement, useVirtualizer } from '@tanstack/react-virtual';
import { useCallback, useEffect, useImperativeHandle, useRef, useSyncExternalStore } from 'react';
import type { MouseEvent, Ref, RefObject } from 'react';
import { ArrowDown, ArrowUp } from 'lucide-react';
import type { TimedLocator } from '#core/contract/locator.ts';
import { transcriptTexts as texts } from './texts.ts';
import { SelectionBar } from '../marks/selection-bar.tsx';
import { rectOf } from '../marks/selection-spot.ts';
import { overlaps } from './drag-span.ts';
import type { Span } from './drag-span.ts';
import type { PlayClock } from './player.ts';
import type { TimelineClip } from './timeline-clip.ts';
import { spanToShow } from './transcript-index.ts';
import type { TranscriptIndex, TranscriptRow } from './transcript-index.ts';
import { TranscriptSegment } from './transcript-segment.tsx';
import { endAt, startOf } from './transcript-selection.ts';
import { useFlash } from './use-flash.ts';
import { useFollowPlayback } from './use-follow-playback.ts';
import { useTabStop } from './use-tab-stop.ts';
import { useTranscriptSelection, type SelectedWords } from './use-transcript-selection.ts';

export interface TranscriptListHandle {
  /**
   * Scrolls to the text at `startS`, and flashes it until `endS`; without one, `startS` is a whole
   * second, and the sentence that starts in it flashes.
   */
  show(startS: number, endS?: number): void;
}

interface TranscriptListProps {
  index: TranscriptIndex;
  clock: PlayClock;
  /** the search query */
  query: string;
  /** the matching segments, and the current one */
  found: readonly number[];
  at: number | undefined;
  /** spans that already have clips */
  clipped: readonly TimelineClip[];
  onSeek: (timeS: number) => void;
  onClip: (locator: TimedLocator, kind?: 'moment') => void;
  onAsk: ((locator: TimedLocator, rect: DOMRect) => void) | undefined;
  ref: Ref<TranscriptListHandle>;
}

/** Keys that scroll the list, and so stop following. */
const SCROLL_KEYS = new Set(['PageUp', 'PageDown', 'Home', 'End', 'ArrowUp', 'ArrowDown']);

/** The transcript as a list that follows the player; a click on a word seeks to it. */
export function TranscriptList({
  index,
  clock,
  query,
  found,
  at,
  clipped,
  onSeek,
  onClip,
  onAsk,
  ref,
}: TranscriptListProps) {
  const scroller = useRef<HTMLDivElement>(null);
  const current = useSyncExternalStore(clock.subscribe, () => index.segmentAt(clock.nowS()));

  const { list, isShown, scrollToSegment } = useTranscriptRows(index, scroller);
  const { selected, isSelecting, hide } = useTranscriptSelection(index, scroller);
  const { span: flashed, flash } = useFlash();
  const { follows, follow, stopFollowing, followFromClick } = useFollowPlayback({
    current,
    match: at,
    isShown,
    isSelecting,
    scrollToSegment,
  });

  useImperativeHandle(
    ref,
    () => ({
      show(startS, endS) {
        const shown = spanToShow(index, startS, endS);
        follow();
        scrollToSegment(shown.segment);
        if (shown.span) flash(shown.span);
      },
    }),
    [index, scrollToSegment, follow, flash],
  );

  const take = (locator: TimedLocator, kind?: 'moment') => {
    onClip(locator, kind);
    document.getSelection()?.removeAllRanges();
  };

  const seekClicked = (event: MouseEvent) => {
    if (document.getSelection()?.isCollapsed === false || !(event.target instanceof Node)) return;
    const timeS = startOf(index, endAt(event.target));
    if (timeS === undefined) return;
    followFromClick();
    onSeek(timeS);
  };

  const items = list.getVirtualItems();
  const { stop, moveFocus } = useTabStop(current, index, items);
  return (
    <div className="relative min-h-0 flex-1">
      <div
        ref={scroller}
        tabIndex={0}
        role="group"
        aria-label={texts.text}
        onWheel={stopFollowing}
        onTouchMove={stopFollowing}
        onScroll={hide}
        onKeyDown={(event) => {
          if (SCROLL_KEYS.has(event.key)) stopFollowing();
          moveFocus(event);
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
            const touches = (span: Span) => segmentOverlaps(index, row, span);
            return (
              <div
                key={item.key}
                data-index={item.index}
                ref={list.measureElement}
                className="absolute inset-x-0 top-0"
                style={{ transform: `translateY(${item.start}px)` }}
              >
                {row.kind === 'chapter' ? (
                  <ChapterTitle title={row.title} />
                ) : (
                  <TranscriptSegment
                    place={row.segment}
                    index={index}
                    clock={clock}
                    isCurrent={row.segment === current}
                    isTabStop={row.segment === stop}
                    query={found.includes(row.segment) ? query : undefined}
                    isShownMatch={row.segment === at}
                    flash={flashed && touches(flashed) ? flashed : undefined}
                    clipColor={clipped.find(touches)?.color}
                    onSeek={onSeek}
                  />
                )}
              </div>
            );
          })}
        </div>
      </div>
      {!follows && current >= 0 && (
        <JumpToCurrent
          isBelow={(items.at(-1)?.index ?? 0) <= index.rowOf(current)}
          onJump={() => {
            follow();
            scrollToSegment(current);
          }}
        />
      )}
      {selected && (
        <TranscriptSelectionBar selected={selected} onTake={take} onAsk={onAsk} onClose={hide} />
      )}
    </div>
  );
}

function TranscriptSelectionBar({
  selected: { spot, locator },
  onTake,
  onAsk,
  onClose,
}: {
  selected: SelectedWords;
  onTake: (locator: TimedLocator, kind?: 'moment') => void;
  onAsk: TranscriptListProps['onAsk'];
  onClose: () => void;
}) {
  return (
    <SelectionBar
      spot={spot}
      text={locator.quote}
      onSave={() => onTake(locator)}
      onMoment={() => onTake(locator, 'moment')}
      onAsk={onAsk && (() => onAsk(locator, rectOf(spot)))}
      onClose={onClose}
    />
  );
}

const ChapterTitle = ({ title }: { title: string }) => (
  <h3 dir="auto" className="px-2 pt-2.5 pb-0.5 text-[13px] leading-5 font-semibold text-ink">
    {title}
  </h3>
);

function useTranscriptRows(index: TranscriptIndex, scroller: RefObject<HTMLDivElement | null>) {
  const list = useVirtualizer({
    count: index.rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: (row) => (index.rows[row]?.kind === 'chapter' ? 32 : 52),
    overscan: 8,
    // Rows that are hidden with their pane have no height, and keep the one that they had.
    measureElement: (row, entry, rows) =>
      measureElement(row, entry, rows) ||
      (rows.measurementsCache[rows.indexFromElement(row)]?.size ?? 0),
  });
  const scrollToSegment = useCallback(
    (segment: number) => {
      list.scrollToIndex(index.rowOf(Math.max(0, segment)), { align: 'center' });
    },
    [list, index],
  );
  const isShown = (list.scrollRect?.height ?? 0) > 0;
  // A pane that is hidden reports position 0, and returns to the one before without an event.
  useEffect(() => {
    if (isShown) scroller.current?.dispatchEvent(new Event('scroll'));
  }, [isShown, scroller]);
  return { list, isShown, scrollToSegment };
}

function segmentOverlaps(index: TranscriptIndex, row: TranscriptRow, span: Span): boolean {
  const segment = row.kind === 'segment' ? index.segments[row.segment] : undefined;
  return segment !== undefined && overlaps(segment, span);
}

function JumpToCurrent({ isBelow, onJump }: { isBelow: boolean; onJump: () => void }) {
  const Arrow = isBelow ? ArrowDown : ArrowUp;
  return (
    <button
      type="button"
      onClick={onJump}
      className="animate-rise absolute bottom-3 left-1/2 inline-flex min-h-target -translate-x-1/2 items-center gap-1.5 rounded-full border border-line bg-raised px-4 text-[13px] font-medium shadow-mid hover:bg-hover"
    >
      <Arrow aria-hidden size={15} />
      {texts.jumpToCurrent}
    </button>
  );
}
