import type { Source } from '#core/contract/source.ts';
import { videoTexts as texts } from './texts.ts';
import { useStableUrl } from '../stable-url.ts';
import { Failure } from '../notice.tsx';
import { FilePlayer } from './file-player.tsx';
import type { PlayClock } from './player.ts';
import type { TranscriptIndex } from './transcript-index.ts';
import { youtubeVideoId } from './youtube-protocol.ts';
import { YoutubePlayer } from './youtube-player.tsx';

const YOUTUBE = 1;

/** Plays a source with YouTube's player or the browser's own; says if nothing can be played. */
export function MediaPlayer({
  source,
  clock,
  captions,
}: {
  source: Source;
  clock: PlayClock;
  /** the transcript for captions */
  captions?: TranscriptIndex | undefined;
}) {
  const media = useStableUrl(`${source._id}:${source.version}`, source.mediaUrl);
  const href = source.source_url ?? source.sourceUrl ?? source.canonicalUrl;
  const videoId =
    source.provider === YOUTUBE
      ? (source.youtube_metadata?.video_id ?? youtubeVideoId(source.canonicalUrl))
      : undefined;
  if (videoId !== undefined)
    return (
      <YoutubePlayer
        videoId={videoId}
        title={source.title}
        clock={clock}
        href={href}
        captions={captions}
      />
    );
  if (media.url !== undefined)
    return (
      <FilePlayer
        key={media.round}
        url={media.url}
        poster={source.thumbnails.preview}
        title={source.title}
        clock={clock}
        href={href}
        captions={captions}
        onRetry={media.renew}
      />
    );
  return (
    <div className="size-full bg-surface">
      <Failure
        text={texts.notPlayable}
        detail={source.error?.message ?? texts.noFile}
        href={href}
      />
    </div>
  );
}
