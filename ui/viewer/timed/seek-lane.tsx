import { type PointerEvent, useRef, useSyncExternalStore } from 'react';
import { positionLabel } from '#core/contract/locator.ts';
import { videoTexts as texts } from './texts.ts';
import { timeAt } from './drag-span.ts';
import { useRovingList } from '../../kit/use-roving-list.ts';
import type { PlayClock } from './player.ts';
import type { Chapter } from './timeline-clip.ts';
import { lastAtOrBefore } from './transcript-index.ts';

interface SeekLaneProps {
  clock: PlayClock;
  /** in order */
  chapters: readonly Chapter[];
  /** seconds to mark, such as search matches */
  matches: readonly number[];
  durationS: number;
  onSeek: (timeS: number) => void;
  /** the hovered second; undefined once the pointer has left */
  onHover: (timeS: number | undefined) => void;
}

/**
 * The timeline with its chapters: a press plays from there, dragging seeks. With the keyboard a
 * chapter plays from its start; the chapters are one tab stop.
 */
export function SeekLane({ clock, chapters, matches, durationS, onSeek, onHover }: SeekLaneProps) {
  const pulls = useRef(false);
  const starts = chapters.map((it) => it.start);
  const current = useSyncExternalStore(clock.subscribe, () => lastAtOrBefore(starts, clock.nowS()));
  const nowS = useSyncExternalStore(clock.subscribe, () => Math.floor(clock.nowS()));
  const share = (timeS: number) => `${Math.min(100, Math.max(0, (timeS / durationS) * 100))}%`;
  const under = (event: PointerEvent<HTMLElement>) =>
    timeAt(event.clientX, event.currentTarget.getBoundingClientRect(), durationS);
  const parts: readonly Chapter[] =
    chapters.length > 0 ? chapters : [{ start: 0, end: durationS, title: texts.start }];
  const list = useRovingList<HTMLOListElement>({ count: parts.length, columns: parts.length });
  return (
    <div
      className="relative h-5 touch-pan-y cursor-pointer select-none pointer-coarse:h-9"
      onPointerDown={(event) => {
        if (event.button !== 0) return;
        event.currentTarget.setPointerCapture(event.pointerId);
        pulls.current = true;
        onSeek(under(event));
      }}
      onPointerMove={(event) => {
        const timeS = under(event);
        onHover(timeS);
        if (pulls.current) clock.player?.seek(timeS);
      }}
      onPointerUp={() => {
        pulls.current = false;
      }}
      onPointerCancel={() => {
        pulls.current = false;
      }}
      onPointerLeave={() => onHover(undefined)}
    >
      <ol ref={list} aria-label={chapters.length > 0 ? texts.chapters : texts.seek}>
        {parts.map((chapter, at) => {
          const endS = parts[at + 1]?.start ?? durationS;
          const played = Math.min(1, Math.max(0, (nowS - chapter.start) / (endS - chapter.start)));
          return (
            <li
              key={chapter.start}
              className="absolute inset-y-0"
              style={{ left: share(chapter.start), width: share(endS - chapter.start) }}
            >
              <button
                type="button"
                aria-label={texts.chapterAt(chapter.title, positionLabel('timed', chapter.start))}
                aria-current={at === current ? 'true' : undefined}
                // The pointer has already sought to the pressed position.
                onClick={(event) => {
                  if (event.detail === 0) onSeek(chapter.start);
                }}
                className="group grid size-full items-center pr-0.5"
              >
                <span className="h-1.5 overflow-hidden rounded-full bg-line-field/60 group-hover:h-2">
                  <span className="block h-full bg-accent" style={{ width: `${played * 100}%` }} />
                </span>
              </button>
            </li>
          );
        })}
      </ol>
      {matches.map((timeS) => (
        <span
          key={timeS}
          aria-hidden
          data-match={timeS}
          className="pointer-events-none absolute inset-y-0.5 w-0.5 -translate-x-1/2 rounded-full bg-mark"
          style={{ left: share(timeS) }}
        />
      ))}
      <div
        aria-hidden
        className="pointer-events-none absolute top-1/2 size-3 -translate-1/2 rounded-full border-2 border-surface bg-accent shadow-low"
        style={{ left: share(nowS) }}
      />
    </div>
  );
}
