import { useCallback, useEffect, useImperativeHandle, useMemo, useRef, useState } from 'react';
import type { TimedLocator } from '#core/contract/locator.ts';
import { CLIP_COLOR } from '#core/editor/fields.ts';
import { videoTexts as texts } from '#ui/texts/viewer-video.ts';
import { Failure } from '../notice.tsx';
import { useHeldUrl } from '../held-url.ts';
import type { MediumProps } from '../viewer-handle.ts';
import { FilePlayer } from './file-player.tsx';
import { PlayClock } from './player.ts';
import { pressPlayerKey, SKIP_S } from './player-keys.ts';
import { Timeline } from './timeline.tsx';
import type { Span } from './drag-span.ts';
import type { Chapter, ClipActions, TimelineClip } from './timeline-clip.ts';
import { TranscriptPanel } from './transcript-panel.tsx';
import type { TranscriptHandle } from './transcript-panel.tsx';
import { youtubeVideoId } from './youtube-protocol.ts';
import { YoutubePlayer } from './youtube-player.tsx';

const YOUTUBE = 1;
const NO_CHAPTERS: readonly Chapter[] = [];

const said = ({ startS, endS }: Span, transcript: TranscriptHandle | null): TimedLocator => ({
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
  const [clock] = useState(() => new PlayClock());
  const home = useRef<HTMLDivElement>(null);
  const transcript = useRef<TranscriptHandle>(null);
  const [chapters, setChapters] = useState(NO_CHAPTERS);
  const media = useHeldUrl(`${source._id}:${source.version}`, source.mediaUrl);
  const href = source.source_url ?? source.sourceUrl ?? source.canonicalUrl;
  const videoId =
    source.provider === YOUTUBE
      ? (source.youtube_metadata?.video_id ?? youtubeVideoId(source.canonicalUrl))
      : undefined;
  const clipped = useMemo(
    () =>
      clips.flatMap(({ _id, locator, color = CLIP_COLOR, heading = '' }): TimelineClip[] =>
        locator.medium === 'timed'
          ? [
              {
                _id,
                startS: locator.startS,
                endS: locator.endS,
                quote: locator.quote,
                color,
                heading,
              },
            ]
          : [],
      ),
    [clips],
  );
  const kept = useRef(clipped);
  useEffect(() => {
    kept.current = clipped;
  });

  const clipSpan = useCallback(
    (span: Span) => {
      if (span.endS > span.startS) onClip({ locator: said(span, transcript.current) });
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
        const startS =
          'medium' in target
            ? target.medium === 'timed'
              ? target.startS
              : undefined
            : target.place;
        if (startS === undefined) return;
        const endS = 'medium' in target && target.medium === 'timed' ? target.endS : undefined;
        // A clip of the notes ends where it ends; from a passage that an answer rests on, one goes
        // on listening.
        const clip = kept.current.find((it) => it.startS === startS && it.endS === endS);
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
      own && onChangeClip && onDeleteClip
        ? {
            onTake: clipSpan,
            onMove: (id, span) => onChangeClip(id, { locator: said(span, transcript.current) }),
            onChange: onChangeClip,
            onDelete: onDeleteClip,
          }
        : undefined,
    [own, clipSpan, onChangeClip, onDeleteClip],
  );

  return (
    <div ref={home} className="flex h-full min-h-0 flex-col">
      <div className="grid shrink-0 place-items-center bg-[#000]">
        <div className="aspect-video max-h-[34vh] w-full max-w-[calc(34vh*16/9)]">
          {videoId !== undefined && (
            <YoutubePlayer videoId={videoId} title={source.title} clock={clock} href={href} />
          )}
          {videoId === undefined && media.url !== undefined && (
            <FilePlayer
              key={media.round}
              url={media.url}
              poster={source.thumbnails.preview}
              title={source.title}
              clock={clock}
              href={href}
              onRetry={media.renew}
            />
          )}
          {videoId === undefined && media.url === undefined && (
            <div className="size-full bg-surface">
              <Failure
                text={texts.notPlayable}
                detail={source.error?.message ?? texts.noFile}
                href={href}
              />
            </div>
          )}
        </div>
      </div>
      <Timeline
        clock={clock}
        knownDurationS={source.duration ?? 0}
        chapters={chapters}
        clips={clipped}
        actions={actions}
        onSeek={clock.playFrom}
        onPlay={clock.playSpan}
        onClipNow={own ? clipNow : undefined}
      />
      <TranscriptPanel
        ref={transcript}
        source={source}
        threadId={threadId}
        clock={clock}
        clipped={clipped}
        onSeek={clock.playFrom}
        onChapters={setChapters}
        onClip={(locator, kind) =>
          onClip({
            locator,
            ...(kind && {
              moment: {
                of: clipped.find((it) => it.startS <= locator.startS && it.endS >= locator.endS)
                  ?._id,
              },
            }),
          })
        }
        onAsk={onAsk && ((locator, rect) => onAsk({ locator }, rect))}
        own={own}
        tools={tools}
      />
    </div>
  );
}
