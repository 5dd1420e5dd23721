import { nowPlaying } from '../../kit/now-playing.ts';

/** A media player, independent of its view. All times are in seconds. */
export interface Player {
  nowS(): number;
  durationS(): number;
  isPlaying(): boolean;
  seek(timeS: number): void;
  play(): void;
  pause(): void;
  /** The supported speeds, ascending; the same array until they change. */
  speeds(): readonly number[];
  speed(): number;
  setSpeed(speed: number): void;
  /** 0 to 1 */
  volume(): number;
  setVolume(volume: number): void;
  isMuted(): boolean;
  setMuted(isMuted: boolean): void;
  /** Playing, but waiting for data. */
  isWaiting(): boolean;
  /** undefined if the browser or the site has none */
  pictureInPicture?: { isOn(): boolean; toggle(): void };
}

/**
 * Players seek to a nearby key frame, and a window in the background is told the time only four
 * times a second.
 */
const ASIDE_S = 1.5;

/**
 * The current time. Subscribers are called about every frame during playback, and on every seek.
 */
export class PlayClock {
  #listeners = new Set<() => void>();
  #player: Player | null = null;
  #frame = 0;
  #awaited: { fromS: number; untilS: number | undefined; plays: boolean } | undefined;
  /** the span to play: playback stops at its end; a seek outside of it clears it */
  #alone: { startS: number; endS: number } | undefined;

  get player(): Player | null {
    return this.#player;
  }

  attach(player: Player): () => void {
    this.#player = player;
    if (this.#awaited) this.#go(this.#awaited);
    this.changed();
    return () => {
      if (this.#player !== player) return;
      this.#player = null;
      this.changed();
      cancelAnimationFrame(this.#frame);
      this.#frame = 0;
    };
  }

  /** Seeks and plays; without a player, as soon as there is one. */
  readonly playFrom = (timeS: number): void =>
    this.#go({ fromS: timeS, untilS: undefined, plays: true });
  /** The same, and stops at the end. */
  readonly playSpan = ({ startS, endS }: { startS: number; endS: number }): void =>
    this.#go({ fromS: startS, untilS: endS > startS ? endS : undefined, plays: true });
  /** Seeks without playing. */
  readonly standAt = (timeS: number): void =>
    this.#go({ fromS: timeS, untilS: undefined, plays: false });

  #go(to: { fromS: number; untilS: number | undefined; plays: boolean }): void {
    const { fromS, untilS, plays } = to;
    this.#awaited = this.#player ? undefined : to;
    this.#alone = untilS === undefined ? undefined : { startS: fromS, endS: untilS };
    this.#player?.seek(fromS);
    if (plays) this.#player?.play();
  }

  #stopAtEnd(): void {
    if (!this.#alone || !this.#player) return;
    const { startS, endS } = this.#alone;
    const nowS = this.#player.nowS();
    if (nowS < startS - ASIDE_S || nowS > endS + ASIDE_S) this.#alone = undefined;
    else if (nowS >= endS && this.#player.isPlaying()) {
      this.#alone = undefined;
      this.#player.pause();
    }
  }

  readonly #pause = (): void => {
    this.#player?.pause();
  };
  #tellAlone(): void {
    nowPlaying.set(
      this.#alone && this.#player?.isPlaying() ? { ...this.#alone, pause: this.#pause } : undefined,
    );
  }

  readonly nowS = (): number => this.#player?.nowS() ?? 0;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** Called after playing, pausing or seeking. */
  readonly changed = (): void => {
    this.#stopAtEnd();
    this.#tellAlone();
    for (const listener of this.#listeners) listener();
    if (this.#frame === 0 && this.#player?.isPlaying()) {
      this.#frame = requestAnimationFrame(() => {
        this.#frame = 0;
        this.changed();
      });
    }
  };
}
