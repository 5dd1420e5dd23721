/**
 * Messages between a YouTube frame and its page by postMessage (`enablejsapi=1`), without a YouTube
 * script in our page.
 */
import { z } from 'zod';
import { SPEEDS } from './speed.ts';

export const YOUTUBE_ORIGIN = 'https://www.youtube-nocookie.com';

const Info = z
  .object({
    currentTime: z.number().optional(),
    duration: z.number().optional(),
    /** -1 unstarted, 0 ended, 1 playing, 2 paused, 3 buffering, 5 cued */
    playerState: z.number().optional(),
    playbackRate: z.number().optional(),
    availablePlaybackRates: z.array(z.number()).optional(),
    /** 0 to 100 */
    volume: z.number().optional(),
    muted: z.boolean().optional(),
  })
  .nullable();
const YoutubeEvent = z.discriminatedUnion('event', [
  z.object({ event: z.literal('initialDelivery'), info: Info }),
  z.object({ event: z.literal('infoDelivery'), info: Info }),
  z.object({ event: z.literal('onReady') }),
  z.object({ event: z.literal('onError'), info: z.number() }),
]);
export type YoutubeEvent = z.infer<typeof YoutubeEvent>;

/** Parses a known event; `undefined` for all others. */
export function parseYoutubeEvent(data: unknown): YoutubeEvent | undefined {
  if (typeof data !== 'string' || data.length > 200_000) return undefined;
  let value: unknown;
  try {
    value = JSON.parse(data);
  } catch {
    return undefined;
  }
  const parsed = YoutubeEvent.safeParse(value);
  return parsed.success ? parsed.data : undefined;
}

export const youtubeCommand = (
  func: 'seekTo' | 'playVideo' | 'pauseVideo' | 'setPlaybackRate' | 'setVolume' | 'mute' | 'unMute',
  args: readonly (number | boolean)[] = [],
): string => JSON.stringify({ event: 'command', func, args, id: 1, channel: 'widget' });

/** Subscribes to events; repeated until the first one arrives. */
export const YOUTUBE_SUBSCRIBE = JSON.stringify({ event: 'listening', id: 1, channel: 'widget' });

/** The address of YouTube's player without its controls, because Gloss has its own. */
export function youtubeEmbedUrl(videoId: string, pageOrigin: string): string {
  const query = new URLSearchParams({
    enablejsapi: '1',
    controls: '0',
    fs: '0',
    playsinline: '1',
    rel: '0',
    origin: pageOrigin,
  });
  return `${YOUTUBE_ORIGIN}/embed/${encodeURIComponent(videoId)}?${query}`;
}

/** The eleven-character video id, from any form of its address. */
export function youtubeVideoId(address: string): string | undefined {
  if (!URL.canParse(address)) return undefined;
  const url = new URL(address);
  const named = url.searchParams.get('v') ?? url.pathname.split('/').filter(Boolean).at(-1);
  return named !== undefined && /^[\w-]{11}$/.test(named) ? named : undefined;
}

const UNSTARTED = -1;
const PLAYING = 1;
const BUFFERING = 3;
const CUED = 5;

/**
 * The state of the video, updated by events; the time between two events is extrapolated from the
 * rate.
 */
export class YoutubeState {
  #timeS = 0;
  #toldAtMs: number;
  #state = UNSTARTED;
  durationS = 0;
  speed = 1;
  /** those of `SPEEDS` that this video supports */
  speeds: readonly number[] = [1];
  /** 0 to 1 */
  volume = 1;
  isMuted = false;

  constructor(now: () => number) {
    this.#now = now;
    this.#toldAtMs = now();
  }
  #now: () => number;
  #rates: readonly number[] = [];

  /** Neither cued nor about to be: from then on a seek keeps it paused. */
  get isStarted(): boolean {
    return this.#state !== UNSTARTED && this.#state !== CUED;
  }
  get isPlaying(): boolean {
    return this.#state === PLAYING;
  }

  get isWaiting(): boolean {
    return this.#state === BUFFERING;
  }

  nowS(): number {
    const sinceS = this.isPlaying ? ((this.#now() - this.#toldAtMs) / 1000) * this.speed : 0;
    return this.durationS > 0
      ? Math.min(this.#timeS + sinceS, this.durationS)
      : this.#timeS + sinceS;
  }

  heed(event: YoutubeEvent): void {
    if (event.event !== 'initialDelivery' && event.event !== 'infoDelivery') return;
    const info = event.info;
    if (!info) return;
    const timeS = info.currentTime ?? this.nowS();
    if (info.duration !== undefined) this.durationS = info.duration;
    if (info.playbackRate !== undefined) this.speed = info.playbackRate;
    if (info.volume !== undefined) this.volume = info.volume / 100;
    if (info.muted !== undefined) this.isMuted = info.muted;
    const rates = info.availablePlaybackRates;
    if (rates && rates.join() !== this.#rates.join()) {
      this.#rates = rates;
      this.speeds = SPEEDS.filter((it) => rates.includes(it));
    }
    if (info.playerState !== undefined) this.#state = info.playerState;
    this.sought(timeS);
  }

  sought(timeS: number): void {
    this.#timeS = timeS;
    this.#toldAtMs = this.#now();
  }
}
