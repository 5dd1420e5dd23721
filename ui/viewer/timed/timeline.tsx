import { clsx } from 'clsx';
import { useMemo, useState, useSyncExternalStore } from 'react';
import { positionLabel } from '#core/contract/locator.ts';
import { spanLabel } from '#core/editor/locator-link.ts';
import type { BarView } from './bar-controls.tsx';
import { captionAt } from './caption-cues.ts';
import { ClipLane } from './clip-lane.tsx';
import type { Span } from './drag-span.ts';
import { PlayerBar } from './player-bar.tsx';
import type { PlayClock } from './player.ts';
import { SeekLane } from './seek-lane.tsx';
import type { Chapter, ClipActions, TimelineClip } from './timeline-clip.ts';
import { TimelinePreview } from './timeline-preview.tsx';
import { lastAtOrBefore, type TranscriptIndex } from './transcript-index.ts';

interface TimelineProps extends Omit<BarView, 'canClip'> {
  /** 0 if only the player knows it */
  knownDurationS: number;
  chapters: readonly Chapter[];
  /** the transcript, once it has loaded */
  transcript: TranscriptIndex | undefined;
  /** the seconds of search matches in the transcript */
  matches: readonly number[];
  clips: readonly TimelineClip[];
  actions: ClipActions | undefined;
  onSeek: (timeS: number) => void;
  onPlay: (span: Span) => void;
}

/**
 * Below the picture: the controls, and one timeline with chapters, matches and clips. Time runs
 * from left to right in every language.
 */
export function Timeline({
  knownDurationS,
  chapters,
  transcript,
  matches,
  clips,
  actions,
  onSeek,
  onPlay,
  ...view
}: TimelineProps) {
  const { clock, isMini, controls } = view;
  const sorted = useMemo(() => [...chapters].sort((a, b) => a.start - b.start), [chapters]);
  const [hoveredS, setHovered] = useState<number>();
  const [making, setMaking] = useState<Span>();
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
  const pointedS = making?.startS ?? hoveredS;
  return (
    <div
      dir="ltr"
      className={clsx(
        'min-w-0 shrink-0 border-line bg-surface px-1 pb-1 sm:px-2',
        isMini && !controls.isFullScreen ? 'self-center' : 'border-t',
      )}
    >
      <PlayerBar {...view} durationS={durationS} note={now} canClip={actions !== undefined} />
      {durationS > 0 && (
        <div className="relative mx-1">
          {pointedS !== undefined && (
            <TimelinePreview
              share={pointedS / durationS}
              title={
                making
                  ? spanLabel('timed', making.startS, making.endS)
                  : [positionLabel('timed', pointedS), titleAt(pointedS)]
                      .filter(Boolean)
                      .join(' · ')
              }
              line={transcript && captionAt(transcript, pointedS)}
            />
          )}
          <SeekLane
            clock={clock}
            chapters={sorted}
            matches={matches}
            durationS={durationS}
            onSeek={onSeek}
            onHover={setHovered}
          />
          <ClipLane
            clips={clips}
            durationS={durationS}
            actions={actions}
            onPlay={onPlay}
            onMaking={setMaking}
          />
          <Playhead clock={clock} durationS={durationS} />
        </div>
      )}
    </div>
  );
}

/** The playhead across chapters and clips. */
function Playhead({ clock, durationS }: { clock: PlayClock; durationS: number }) {
  const nowS = useSyncExternalStore(clock.subscribe, () => Math.floor(clock.nowS()));
  return (
    <div
      aria-hidden
      className="pointer-events-none absolute inset-y-0.5 w-0.5 -translate-x-1/2 rounded-full bg-accent"
      style={{ left: `${Math.min(100, Math.max(0, (nowS / durationS) * 100))}%` }}
    />
  );
}
