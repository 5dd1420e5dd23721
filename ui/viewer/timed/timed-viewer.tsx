import { useCallback, useEffect, useImperativeHandle, useMemo, useRef, useState } from 'react';
import { Failure } from '../notice.tsx';
import { useHeldUrl } from '../held-url.ts';
import type { MediumProps } from '../viewer-handle.ts';
import { FilePlayer } from './file-player.tsx';
import { PlayClock } from './player.ts';
import { pressPlayerKey, SKIP_S } from './player-keys.ts';
import { Timeline } from './timeline.tsx';
import type { Chapter } from './timeline.tsx';
import type { Span } from './drag-span.ts';
import { TranscriptPanel } from './transcript-panel.tsx';
import type { TranscriptHandle } from './transcript-panel.tsx';
import { youtubeVideoId } from './youtube-protocol.ts';
import { YoutubePlayer } from './youtube-player.tsx';

const YOUTUBE = 1;
const NO_CHAPTERS: readonly Chapter[] = [];

/** A video or a sound, with what is said in it. */
export function TimedViewer({ source, threadId, clips, onClip, own, tools, ref }: MediumProps) {
  const [clock] = useState(() => new PlayClock());
  const home = useRef<HTMLDivElement>(null);
  const transcript = useRef<TranscriptHandle>(null);
  const [chapters, setChapters] = useState(NO_CHAPTERS);
  const media = useHeldUrl(`${source._id}:${source.version}`, source.mediaUrl);
  const href = source.source_url ?? source.sourceUrl ?? source.canonicalUrl;
  const videoId = source.provider === YOUTUBE ? source.youtube_metadata?.video_id ?? youtubeVideoId(source.canonicalUrl) : undefined;
  const clipped = useMemo(() => clips.flatMap((clip) => (clip.locator.medium === 'timed' ? [clip.locator] : [])), [clips]);

  useImperativeHandle(ref, () => ({
    goTo(target) {
      const startS = 'medium' in target ? (target.medium === 'timed' ? target.startS : undefined) : target.place;
      if (startS === undefined) return;
      clock.playFrom(startS);
      transcript.current?.show(startS, 'medium' in target && target.medium === 'timed' ? target.endS : undefined);
    },
    place: () => clock.nowS(),
  }), [clock]);

  const clipSpan = useCallback(({ startS, endS }: Span) => {
    if (endS > startS) onClip({ locator: { medium: 'timed', startS, endS, quote: transcript.current?.index?.textBetween(startS, endS) ?? '' } });
  }, [onClip]);
  const clipNow = useCallback(() => {
    const endS = clock.nowS();
    clipSpan({ startS: Math.max(0, endS - SKIP_S), endS });
  }, [clock, clipSpan]);

  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (clock.player && home.current) pressPlayerKey(event, clock.player, home.current, clipNow);
    };
    window.addEventListener('keydown', press);
    return () => window.removeEventListener('keydown', press);
  }, [clock, clipNow]);

  return (
    <div ref={home} className="flex h-full min-h-0 flex-col">
      <div className="grid shrink-0 place-items-center bg-[#000]">
        <div className="aspect-video max-h-[52vh] w-full max-w-[calc(52vh*16/9)]">
          {videoId !== undefined && <YoutubePlayer videoId={videoId} title={source.title} clock={clock} href={href} />}
          {videoId === undefined && media.url !== undefined && (
            <FilePlayer key={media.round} url={media.url} poster={source.thumbnails.preview} title={source.title} clock={clock} href={href} onRetry={media.renew} />
          )}
          {videoId === undefined && media.url === undefined && (
            <div className="size-full bg-surface"><Failure text="This video cannot be played here." detail={source.error?.message ?? 'Its page names no file that a browser can play.'} href={href} /></div>
          )}
        </div>
      </div>
      <Timeline clock={clock} knownDurationS={source.duration ?? 0} chapters={chapters} clipped={clipped} onSeek={clock.playFrom} onClip={clipSpan} />
      <TranscriptPanel
        ref={transcript} source={source} threadId={threadId} clock={clock} clipped={clipped} onSeek={clock.playFrom} onChapters={setChapters}
        onClip={(locator) => onClip({ locator })} own={own} tools={tools}
      />
    </div>
  );
}
