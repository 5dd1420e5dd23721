import {
  useCallback,
  useEffect,
  useImperativeHandle,
  useMemo,
  useRef,
  useState,
  type ComponentProps,
} from 'react';
import type { TimedLocator } from '#core/contract/locator.ts';
import { Split } from '../../kit/split.tsx';
import type { MediumProps } from '../viewer-handle.ts';
import { videoTexts as texts } from './texts.ts';
import { MediaPlayer } from './media-player.tsx';
import { PlayClock } from './player.ts';
import { pressPlayerKey, SKIP_S } from './player-keys.ts';
import { Timeline } from './timeline.tsx';
import type { Span } from './drag-span.ts';
import { clipAround, targetSeconds, timelineClips } from './timeline-clip.ts';
import type { Chapter, ClipActions } from './timeline-clip.ts';
import { TranscriptPanel } from './transcript-panel.tsx';
import type { TranscriptHandle } from './transcript-panel.tsx';
import { useMiniPlayer } from './use-mini-player.ts';

/** Percent of the height that the video and its controls have until the line below is dragged. */
const VIDEO_SHARE = 38;
const NO_CHAPTERS: readonly Chapter[] = [];

const locatorOf = ({ startS, endS }: Span, transcript: TranscriptHandle | null): TimedLocator => ({
  medium: 'timed',
  startS,
  endS,
  quote: transcript?.index?.textBetween(startS, endS) ?? '',
});

/** A video or a sound, with what is said in it. */
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
  const transcript = useRef<TranscriptHandle>(null);
  const [chapters, setChapters] = useState(NO_CHAPTERS);
  const [matches, setMatches] = useState<readonly number[]>([]);
  const clipped = useMemo(() => timelineClips(clips), [clips]);
  const lastClip = useRef(clipped);
  useEffect(() => {
    lastClip.current = clipped;
  });

  const clipSpan = useCallback(
    (span: Span) => {
      if (span.endS > span.startS) onClip({ locator: locatorOf(span, transcript.current) });
    },
    [onClip],
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
        // A clip of the notes ends where it ends; from a passage that an answer rests on, one goes
        // on listening.
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

  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (clock.player && home.current) pressPlayerKey(event, clock.player, home.current, clipNow);
    };
    window.addEventListener('keydown', press);
    return () => window.removeEventListener('keydown', press);
  }, [clock, clipNow]);

  const actions = useMemo<ClipActions | undefined>(
    () =>
      onChangeClip && onDeleteClip
        ? {
            onTake: clipSpan,
            onMove: (id, span) =>
              onChangeClip(id, { locator: locatorOf(span, transcript.current) }),
            onChange: onChangeClip,
            onDelete: onDeleteClip,
          }
        : undefined,
    [clipSpan, onChangeClip, onDeleteClip],
  );

  return (
    <div ref={home} className="flex h-full min-h-0 flex-col">
      <Split
        label={texts.split}
        usual={VIDEO_SHARE}
        storageKey="gloss-video-split"
        direction="column"
        shows={isMini ? 'fitted' : 'both'}
        first={
          <VideoPart
            source={source}
            clock={clock}
            chapters={chapters}
            matches={matches}
            clips={clipped}
            actions={actions}
            onClipNow={actions && clipNow}
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
            onChapters={setChapters}
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

type VideoPartProps = Pick<MediumProps, 'source'> &
  Omit<ComponentProps<typeof Timeline>, 'knownDurationS' | 'onSeek' | 'onPlay'>;

/** The picture above its controls, or small beside them. */
function VideoPart({ source, ...timeline }: VideoPartProps) {
  const { clock, isMini } = timeline;
  return (
    <div
      className={
        isMini ? 'grid grid-cols-[auto_minmax(0,1fr)] border-b border-line' : 'flex h-full flex-col'
      }
    >
      <div className={isMini ? 'aspect-video h-22' : 'min-h-0 flex-1'}>
        <MediaPlayer source={source} clock={clock} />
      </div>
      <Timeline
        {...timeline}
        knownDurationS={source.duration ?? 0}
        onSeek={clock.playFrom}
        onPlay={clock.playSpan}
      />
    </div>
  );
}
