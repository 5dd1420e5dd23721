/** The span of a source that is playing, for other parts of the page. In seconds. */
export interface NowPlaying {
  startS: number;
  endS: number;
  pause(): void;
}

let playing: NowPlaying | undefined;
const listeners = new Set<() => void>();

export const nowPlaying = {
  get: (): NowPlaying | undefined => playing,
  subscribe: (changed: () => void): (() => void) => {
    listeners.add(changed);
    return () => {
      listeners.delete(changed);
    };
  },
  set(next: NowPlaying | undefined): void {
    if (
      next === playing ||
      (next &&
        playing &&
        next.startS === playing.startS &&
        next.endS === playing.endS &&
        next.pause === playing.pause)
    )
      return;
    playing = next;
    for (const changed of listeners) changed();
  },
};
