/** Simulates a browser's media element, which jsdom lacks: it loads, seeks, plays and pauses. */
interface MediaState {
  /** whether its metadata has loaded */
  isLoaded: boolean;
  durationS: number;
}

interface LoadedMedia {
  element: HTMLVideoElement;
  /** Loads its metadata. */
  load(): void;
  /** Plays up to a second. */
  at(timeS: number): void;
  /** Fails to play. */
  fail(): void;
}

/** Makes the only video of the page seek and play. */
export function simulateVideo({ isLoaded, durationS }: MediaState): LoadedMedia {
  const element = document.querySelector('video');
  if (!element) throw new Error('There is no video.');
  const now = { isLoaded, timeS: 0, isPaused: true };
  const tell = (type: string) => element.dispatchEvent(new Event(type));
  const properties: PropertyDescriptorMap = {
    readyState: { get: () => (now.isLoaded ? HTMLMediaElement.HAVE_METADATA : 0) },
    duration: { get: () => (now.isLoaded ? durationS : Number.NaN) },
    ended: { get: () => now.timeS >= durationS },
    paused: { get: () => now.isPaused },
    currentTime: {
      get: () => now.timeS,
      set: (timeS: number) => {
        now.timeS = timeS;
        tell('seeked');
      },
    },
    play: {
      value: () => {
        now.isPaused = false;
        tell('play');
        return Promise.resolve();
      },
    },
    pause: {
      value: () => {
        now.isPaused = true;
        tell('pause');
      },
    },
  };
  for (const [name, property] of Object.entries(properties))
    Object.defineProperty(element, name, { ...property, configurable: true });
  return {
    element,
    load() {
      now.isLoaded = true;
      tell('loadedmetadata');
    },
    at(timeS) {
      now.timeS = timeS;
      tell('timeupdate');
    },
    fail() {
      Object.defineProperty(element, 'error', { value: { code: 4 }, configurable: true });
      tell('error');
    },
  };
}
