/** A thing that plays, whoever draws it. Seconds throughout. */
export interface Player {
  nowS(): number;
  durationS(): number;
  isPlaying(): boolean;
  seek(timeS: number): void;
  play(): void;
  pause(): void;
}

/** The time as it passes, for those who follow it: they are told about every frame while it plays, and on every seek. */
export class PlayClock {
  #listeners = new Set<() => void>();
  #player: Player | null = null;
  #frame = 0;
  #awaitedS: number | undefined;

  get player(): Player | null { return this.#player; }

  attach(player: Player): () => void {
    this.#player = player;
    if (this.#awaitedS !== undefined) this.playFrom(this.#awaitedS);
    this.changed();
    return () => {
      if (this.#player !== player) return;
      this.#player = null;
      cancelAnimationFrame(this.#frame);
      this.#frame = 0;
    };
  }

  /** Seeks and plays; where there is no player yet, as soon as there is. */
  readonly playFrom = (timeS: number): void => {
    this.#awaitedS = this.#player ? undefined : timeS;
    this.#player?.seek(timeS);
    this.#player?.play();
  };

  readonly nowS = (): number => this.#player?.nowS() ?? 0;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** Something was played, paused or sought. */
  readonly changed = (): void => {
    for (const listener of this.#listeners) listener();
    if (this.#frame === 0 && this.#player?.isPlaying()) {
      this.#frame = requestAnimationFrame(() => { this.#frame = 0; this.changed(); });
    }
  };
}
