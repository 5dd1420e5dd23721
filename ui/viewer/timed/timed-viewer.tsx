import { useCallback, useEffect, useImperativeHandle, useMemo, useRef, useState } from 'react';
import type { TimedLocator } from '#core/contract/locator.ts';
import { SplitPanes } from '../../kit/split-panes.tsx';
import type { MediumProps } from '../viewer-handle.ts';
import { videoTexts as texts } from './texts.ts';
import { PlayClock } from './player.ts';
import { SKIP_S } from './player-keys.ts';
import type { Span } from './drag-span.ts';
import { clipAround, targetSeconds, timelineClips } from './timeline-clip.ts';
import type { ClipActions } from './timeline-clip.ts';
import type { TranscriptIndex } from './transcript-index.ts';
import type { TranscriptListHandle } from './transcript-list.tsx';
import { TranscriptPanel } from './transcript-panel.tsx';
import { useMiniPlayer } from './use-mini-player.ts';
import { VideoPart } from './video-part.tsx';

/** Percentage of the height for the video and its controls until the divider below is dragged. */
const VIDEO_SHARE = 38;

const locatorOf = ({ startS, endS }: Span, index: TranscriptIndex | undefined): TimedLocator => ({
  medium: 'timed',
  startS,
  endS,
  quote: index?.textBetween(startS, endS) ?? '',
});

/** A video or audio with its transcript. */
export function TimedViewer({
  source,
  threadId,
  clips,
  onClip,
  onAsk,
  onChangeClip,
  onDeleteClip,
  own,
  tools,
  ref,
}: MediumProps) {
  const [isMini, setMini] = useMiniPlayer();
  const [clock] = useState(() => new PlayClock());
  const home = useRef<HTMLDivElement>(null);
  const transcript = useRef<TranscriptListHandle>(null);
  const [index, setIndex] = useState<TranscriptIndex>();
  const [matches, setMatches] = useState<readonly number[]>([]);
  const clipped = useMemo(() => timelineClips(clips), [clips]);
  const lastClip = useRef(clipped);
  useEffect(() => {
    lastClip.current = clipped;
  });

  const clipSpan = useCallback(
    (span: Span) => {
      if (span.endS > span.startS) onClip({ locator: locatorOf(span, index) });
    },
    [onClip, index],
  );
  const clipNow = useCallback(() => {
    const endS = clock.nowS();
    clipSpan({ startS: Math.max(0, endS - SKIP_S), endS });
  }, [clock, clipSpan]);

  useImperativeHandle(
    ref,
    () => ({
      goTo(target) {
        const seconds = targetSeconds(target);
        if (!seconds) return;
        const { startS, endS } = seconds;
        // A clip of the notes stops at its end; a cited passage continues to play.
        const clip = lastClip.current.find((it) => it.startS === startS && it.endS === endS);
        if ('still' in target && target.still) clock.standAt(startS);
        else if (clip) clock.playSpan(clip);
        else clock.playFrom(startS);
        transcript.current?.show(startS, endS);
      },
      place: () => clock.nowS(),
      clipLast: clipNow,
    }),
    [clock, clipNow],
  );

  const actions = useMemo<ClipActions | undefined>(
    () =>
      onChangeClip && onDeleteClip
        ? {
            onTake: clipSpan,
            onMove: (id, span) => onChangeClip(id, { locator: locatorOf(span, index) }),
            onChange: onChangeClip,
            onDelete: onDeleteClip,
          }
        : undefined,
    [clipSpan, index, onChangeClip, onDeleteClip],
  );

  return (
    <div ref={home} className="flex h-full min-h-0 flex-col">
      <SplitPanes
        label={texts.split}
        usual={VIDEO_SHARE}
        storageKey="gloss-video-split"
        direction="column"
        shows={isMini ? 'fitted' : 'both'}
        first={
          <VideoPart
            source={source}
            clock={clock}
            viewer={home}
            transcript={index}
            matches={matches}
            clips={clipped}
            actions={actions}
            onClipNow={clipNow}
            isMini={isMini}
            onMini={setMini}
          />
        }
        second={
          <TranscriptPanel
            ref={transcript}
            source={source}
            threadId={threadId}
            clock={clock}
            clipped={clipped}
            onSeek={clock.playFrom}
            onLoad={setIndex}
            onMatches={setMatches}
            onClip={(locator, kind) =>
              onClip({
                locator,
                ...(kind && { moment: { of: clipAround(clipped, locator)?._id } }),
              })
            }
            onAsk={onAsk && ((locator, rect) => onAsk({ locator }, rect))}
            own={own}
            tools={tools}
          />
        }
      />
    </div>
  );
}
