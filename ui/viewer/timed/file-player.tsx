import { useEffect, useRef, useState } from 'react';
import { videoTexts as texts } from './texts.ts';
import { Failure } from '../notice.tsx';
import { Captions } from './captions.tsx';
import { elementPlayer } from './element-player.ts';
import type { PlayClock } from './player.ts';
import { toggle } from './player-keys.ts';
import type { TranscriptIndex } from './transcript-index.ts';

const isPlaylist = (url: string): boolean =>
  URL.canParse(url) && new URL(url).pathname.endsWith('.m3u8');

/** Any file or HLS playlist that a browser can play. */
export function FilePlayer({
  url,
  poster,
  title,
  clock,
  href,
  captions,
  onRetry,
}: {
  url: string;
  poster: string | undefined;
  title: string;
  clock: PlayClock;
  href: string;
  /** the transcript for captions */
  captions: TranscriptIndex | undefined;
  onRetry: () => void;
}) {
  const video = useRef<HTMLVideoElement>(null);
  const [failed, setFailed] = useState(false);

  // The address is set first, because loading another file stops playback.
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
    <div className="@container relative size-full">
      <video
        ref={video}
        playsInline
        preload="metadata"
        poster={poster}
        aria-label={title}
        className="size-full bg-[#000] object-contain"
        onClick={() => clock.player && toggle(clock.player)}
        onError={(event) => {
          if (event.currentTarget.error) setFailed(true);
        }}
      />
      {captions && <Captions index={captions} clock={clock} placement="over" />}
    </div>
  );
}
