import { useEffect, useRef, useState } from 'react';
import { videoTexts as texts } from './texts.ts';
import { Failure } from '../notice.tsx';
import { Captions } from './captions.tsx';
import type { PlayClock, Player } from './player.ts';
import type { TranscriptIndex } from './transcript-index.ts';
import {
  parseYoutubeEvent,
  YOUTUBE_SUBSCRIBE,
  YOUTUBE_ORIGIN,
  youtubeCommand,
  youtubeEmbedUrl,
  YoutubeState,
} from './youtube-protocol.ts';

const ASK_EVERY_MS = 250;
const ASK_TIMES = 120;

/**
 * Returns the focus after a click on YouTube's picture, so that the player's shortcuts keep
 * working. Keyboard focus stays. Returns a function that stops it.
 */
function returnFocus(frame: HTMLIFrameElement): () => void {
  const listeners = new AbortController();
  const { signal } = listeners;
  let isByTab = false;
  const pressed = ({ key }: KeyboardEvent) => {
    isByTab = key === 'Tab';
  };
  window.addEventListener('keydown', pressed, { capture: true, signal });
  window.addEventListener('pointerdown', () => (isByTab = false), { capture: true, signal });
  const blurred = () => {
    // Browsers move the focus into the frame at different times during this event.
    setTimeout(() => {
      if (document.activeElement === frame && !isByTab)
        frame.closest<HTMLElement>('[tabindex]')?.focus({ preventScroll: true });
    });
  };
  window.addEventListener('blur', blurred, { signal });
  return () => listeners.abort();
}

export function YoutubePlayer({
  videoId,
  title,
  clock,
  href,
  captions,
}: {
  videoId: string;
  title: string;
  clock: PlayClock;
  href: string;
  /** the transcript for captions */
  captions: TranscriptIndex | undefined;
}) {
  const frame = useRef<HTMLIFrameElement>(null);
  const [failed, setFailed] = useState(false);

  useEffect(() => {
    const element = frame.current;
    if (!element || failed) return undefined;
    const state = new YoutubeState(() => performance.now());
    const queued: string[] = [];
    let ready = false;
    const post = (message: string) => element.contentWindow?.postMessage(message, YOUTUBE_ORIGIN);
    const command = (message: string) => {
      if (ready) post(message);
      else queued.push(message);
    };

    let asked = 0;
    let asking = 0;
    // Waits until the frame has its own origin, because a message to another one would be rejected.
    const begin = () => {
      clearInterval(asking);
      asking = window.setInterval(() => {
        if (asked++ < ASK_TIMES) post(YOUTUBE_SUBSCRIBE);
        else clearInterval(asking);
      }, ASK_EVERY_MS);
    };
    element.addEventListener('load', begin);

    const heed = (message: MessageEvent<unknown>) => {
      if (message.source !== element.contentWindow || message.origin !== YOUTUBE_ORIGIN) return;
      const event = parseYoutubeEvent(message.data);
      if (!event) return;
      clearInterval(asking);
      if (event.event === 'onError') {
        setFailed(true);
        return;
      }
      if (!ready) {
        ready = true;
        queued.splice(0).forEach(post);
      }
      state.heed(event);
      clock.changed();
    };
    window.addEventListener('message', heed);

    const player: Player = {
      nowS: () => state.nowS(),
      durationS: () => state.durationS,
      isPlaying: () => state.isPlaying,
      seek(timeS) {
        state.sought(timeS);
        command(youtubeCommand('seekTo', [timeS, true]));
        // A seek alone would start playback.
        if (!state.isStarted) command(youtubeCommand('pauseVideo'));
        clock.changed();
      },
      play: () => command(youtubeCommand('playVideo')),
      pause: () => command(youtubeCommand('pauseVideo')),
      speeds: () => state.speeds,
      speed: () => state.speed,
      setSpeed(speed) {
        state.sought(state.nowS());
        state.speed = speed;
        command(youtubeCommand('setPlaybackRate', [speed]));
        clock.changed();
      },
      volume: () => state.volume,
      setVolume(volume) {
        state.volume = volume;
        command(youtubeCommand('setVolume', [Math.round(volume * 100)]));
        clock.changed();
      },
      isMuted: () => state.isMuted,
      setMuted(isMuted) {
        state.isMuted = isMuted;
        command(youtubeCommand(isMuted ? 'mute' : 'unMute'));
        clock.changed();
      },
      isWaiting: () => state.isWaiting,
    };
    const detach = clock.attach(player);
    const stopReturning = returnFocus(element);
    return () => {
      stopReturning();
      clearInterval(asking);
      element.removeEventListener('load', begin);
      window.removeEventListener('message', heed);
      detach();
    };
  }, [clock, failed, videoId]);

  if (failed)
    return (
      <div className="size-full bg-surface">
        <Failure text={texts.youtubeRefuses} detail={texts.transcriptBelow} href={href} />
      </div>
    );
  return (
    <div className="flex size-full flex-col bg-[#000]">
      <iframe
        ref={frame}
        title={title}
        src={youtubeEmbedUrl(videoId, window.location.origin)}
        className="min-h-0 w-full flex-1 border-0"
        allow="autoplay; encrypted-media"
        referrerPolicy="strict-origin-when-cross-origin"
        sandbox="allow-scripts allow-same-origin allow-presentation allow-popups allow-popups-to-escape-sandbox"
      />
      {captions && <Captions index={captions} clock={clock} placement="below" />}
    </div>
  );
}
