import { useEffect, useRef, useState } from 'react';
import { videoTexts as texts } from './texts.ts';
import { Failure } from '../notice.tsx';
import type { PlayClock, Player } from './player.ts';
import {
  parseYoutubeEvent,
  YOUTUBE_LISTENING,
  YOUTUBE_ORIGIN,
  youtubeCommand,
  youtubeEmbedUrl,
  YoutubeState,
} from './youtube-protocol.ts';

const ASK_EVERY_MS = 250;
const ASK_TIMES = 120;

export function YoutubePlayer({
  videoId,
  title,
  clock,
  href,
}: {
  videoId: string;
  title: string;
  clock: PlayClock;
  href: string;
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
    // Not before it has its own origin: a message to another would be refused.
    const begin = () => {
      clearInterval(asking);
      asking = window.setInterval(() => {
        if (asked++ < ASK_TIMES) post(YOUTUBE_LISTENING);
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
        // A seek alone would begin to play it.
        if (!state.isStarted) command(youtubeCommand('pauseVideo'));
        clock.changed();
      },
      play: () => command(youtubeCommand('playVideo')),
      pause: () => command(youtubeCommand('pauseVideo')),
    };
    const detach = clock.attach(player);
    return () => {
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
    <iframe
      ref={frame}
      title={title}
      src={youtubeEmbedUrl(videoId, window.location.origin)}
      className="size-full border-0"
      allow="autoplay; encrypted-media; fullscreen; picture-in-picture"
      referrerPolicy="strict-origin-when-cross-origin"
      sandbox="allow-scripts allow-same-origin allow-presentation allow-popups allow-popups-to-escape-sandbox"
    />
  );
}
