import { useEffect, useRef, useState } from 'react';
import { videoTexts as texts } from './texts.ts';
import { Failure } from '../notice.tsx';
import type { PlayClock, Player } from './player.ts';

const isPlaylist = (url: string): boolean =>
  URL.canParse(url) && new URL(url).pathname.endsWith('.m3u8');

/** The player of a media element, and what detaches it. */
function elementPlayer(
  element: HTMLVideoElement,
  onChange: () => void,
): { player: Player; dispose: () => void } {
  // Loading a file resets its time and pauses it, so both are set again when it has loaded.
  let wantedS: number | undefined;
  let startsWhenLoaded = false;
  // A browser that wants a gesture first refuses; the frame is shown all the same, and the play
  // button with it.
  const start = () =>
    void element
      .play()
      .catch((refusal: unknown) => console.info('Playing waits for a click.', refusal));
  const arrive = () => {
    if (wantedS !== undefined) element.currentTime = wantedS;
    wantedS = undefined;
    if (startsWhenLoaded) start();
    startsWhenLoaded = false;
  };
  element.addEventListener('loadedmetadata', arrive);
  const player: Player = {
    nowS: () => wantedS ?? element.currentTime,
    durationS: () => (Number.isFinite(element.duration) ? element.duration : 0),
    isPlaying: () => !element.paused && !element.ended,
    seek(timeS) {
      wantedS = timeS;
      if (element.readyState >= HTMLMediaElement.HAVE_METADATA) arrive();
      onChange();
    },
    play() {
      if (element.readyState >= HTMLMediaElement.HAVE_METADATA) start();
      else startsWhenLoaded = true;
    },
    pause() {
      startsWhenLoaded = false;
      element.pause();
    },
  };
  return { player, dispose: () => element.removeEventListener('loadedmetadata', arrive) };
}

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

  // The address is set first: loading another file ends what is already playing.
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
    let isUnmounted = false;
    let stop = () => {};
    const begin = async () => {
      const { default: Hls } = await import('hls.js');
      if (isUnmounted) return;
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
      isUnmounted = true;
      stop();
    };
  }, [url, failed]);

  useEffect(() => {
    const element = video.current;
    if (!element) return undefined;
    const { player, dispose } = elementPlayer(element, clock.changed);
    const detach = clock.attach(player);
    return () => {
      dispose();
      detach();
    };
  }, [clock, failed]);

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
