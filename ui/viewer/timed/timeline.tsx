import { clsx } from 'clsx';
import { useMemo, useState, useSyncExternalStore } from 'react';
import { positionLabel } from '#core/contract/locator.ts';
import { ClipLane } from './clip-lane.tsx';
import type { Span } from './drag-span.ts';
import { PlayerBar } from './player-bar.tsx';
import type { PlayClock } from './player.ts';
import { SeekLane } from './seek-lane.tsx';
import type { Chapter, ClipActions, TimelineClip } from './timeline-clip.ts';
import { lastAtOrBefore } from './transcript-index.ts';

interface TimelineProps {
  clock: PlayClock;
  /** 0 where only the player knows it */
  knownDurationS: number;
  chapters: readonly Chapter[];
  /** the seconds at which a search of the transcript matches */
  matches: readonly number[];
  clips: readonly TimelineClip[];
  actions: ClipActions | undefined;
  onSeek: (timeS: number) => void;
  onPlay: (span: Span) => void;
  onClipNow: (() => void) | undefined;
  /** The video is a small picture beside them. */
  isMini: boolean;
  onMini: (isMini: boolean) => void;
}

/**
 * Below the player: its buttons, the lane that seeks, and the lane of the clips. Time runs from
 * left to right in every language.
 */
export function Timeline({
  clock,
  knownDurationS,
  chapters,
  matches,
  clips,
  actions,
  onSeek,
  onPlay,
  onClipNow,
  isMini,
  onMini,
}: TimelineProps) {
  const sorted = useMemo(() => [...chapters].sort((a, b) => a.start - b.start), [chapters]);
  const [note, setNote] = useState<string>();
  const titleAt = (timeS: number) =>
    sorted[
      lastAtOrBefore(
        sorted.map((it) => it.start),
        timeS,
      )
    ]?.title;
  const now = useSyncExternalStore(clock.subscribe, () => titleAt(clock.nowS()));
  const playedDurationS = useSyncExternalStore(
    clock.subscribe,
    () => clock.player?.durationS() ?? 0,
  );
  const durationS = knownDurationS > 0 ? knownDurationS : playedDurationS;
  if (durationS <= 0) return null;
  const hover = (timeS: number | undefined) =>
    setNote(
      timeS === undefined
        ? undefined
        : [positionLabel('timed', timeS), titleAt(timeS)].filter(Boolean).join(' · '),
    );
  return (
    <div
      dir="ltr"
      className={clsx(
        'min-w-0 shrink-0 border-line bg-surface px-3 pt-1 pb-2',
        isMini ? 'self-center' : 'border-t',
      )}
    >
      <PlayerBar
        clock={clock}
        durationS={durationS}
        note={note ?? now}
        onClipNow={onClipNow}
        isMini={isMini}
        onMini={onMini}
      />
      <SeekLane
        clock={clock}
        chapters={sorted}
        matches={matches}
        durationS={durationS}
        onSeek={onSeek}
        onHover={hover}
      />
      <ClipLane
        clips={clips}
        durationS={durationS}
        actions={actions}
        onPlay={onPlay}
        onNote={setNote}
      />
    </div>
  );
}
