import { useEffect, useRef, useState } from 'react';
import { videoTexts as texts } from './texts.ts';
import { Failure } from '../notice.tsx';
import type { PlayClock, Player } from './player.ts';

const isPlaylist = (url: string): boolean =>
  URL.canParse(url) && new URL(url).pathname.endsWith('.m3u8');

/** Any file or HLS playlist that a browser can play. */
export function FilePlayer({
  url,
  poster,
  title,
  clock,
  href,
  onRetry,
}: {
  url: string;
  poster: string | undefined;
  title: string;
  clock: PlayClock;
  href: string;
  onRetry: () => void;
}) {
  const video = useRef<HTMLVideoElement>(null);
  const [failed, setFailed] = useState(false);

  useEffect(() => {
    const element = video.current;
    if (!element) return undefined;
    // A time set before the file is known is lost with the loading of it, so it is set when the
    // file is.
    let wantedS: number | undefined;
    const arrive = () => {
      if (wantedS !== undefined) element.currentTime = wantedS;
      wantedS = undefined;
    };
    element.addEventListener('loadedmetadata', arrive);
    const player: Player = {
      nowS: () => element.currentTime,
      durationS: () => (Number.isFinite(element.duration) ? element.duration : 0),
      isPlaying: () => !element.paused && !element.ended,
      seek(timeS) {
        wantedS = timeS;
        if (element.readyState >= HTMLMediaElement.HAVE_METADATA) arrive();
        clock.changed();
      },
      // A browser that wants a gesture first refuses; the moment is shown all the same, and the
      // play button with it.
      play: () =>
        void element
          .play()
          .catch((refusal: unknown) => console.info('Playing waits for a click.', refusal)),
      pause: () => element.pause(),
    };
    const detach = clock.attach(player);
    return () => {
      element.removeEventListener('loadedmetadata', arrive);
      detach();
    };
  }, [clock, failed]);

  useEffect(() => {
    const element = video.current;
    if (!element || failed) return undefined;
    if (!isPlaylist(url) || element.canPlayType('application/vnd.apple.mpegurl') !== '') {
      element.src = url;
      return () => {
        element.removeAttribute('src');
        element.load();
      };
    }
    let left = false;
    let stop = () => {};
    const begin = async () => {
      const { default: Hls } = await import('hls.js');
      if (left) return;
      if (!Hls.isSupported()) {
        setFailed(true);
        return;
      }
      const hls = new Hls({ enableWorker: false });
      stop = () => hls.destroy();
      hls.on(Hls.Events.ERROR, (_, problem) => {
        if (problem.fatal) setFailed(true);
      });
      hls.loadSource(url);
      hls.attachMedia(element);
    };
    begin().catch((problem: unknown) => {
      console.error(problem);
      setFailed(true);
    });
    return () => {
      left = true;
      stop();
    };
  }, [url, failed]);

  if (failed) {
    return (
      <div className="size-full bg-surface">
        <Failure
          text={texts.notPlayable}
          detail={texts.fileFailed}
          href={href}
          onRetry={() => {
            setFailed(false);
            onRetry();
          }}
        />
      </div>
    );
  }
  return (
    <video
      ref={video}
      controls
      playsInline
      preload="metadata"
      poster={poster}
      aria-label={title}
      className="size-full bg-[#000] object-contain"
      onPlay={clock.changed}
      onPause={clock.changed}
      onSeeked={clock.changed}
      onSeeking={clock.changed}
      onTimeUpdate={clock.changed}
      onLoadedMetadata={clock.changed}
      onError={(event) => {
        if (event.currentTarget.error) setFailed(true);
      }}
    />
  );
}
