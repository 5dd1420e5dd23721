import type { Player } from './player.ts';
import { SPEEDS } from './speed.ts';

/** Events after which the player's state may differ. */
const CHANGES = [
  'play',
  'playing',
  'pause',
  'ended',
  'waiting',
  'seeking',
  'seeked',
  'timeupdate',
  'loadedmetadata',
  'durationchange',
  'ratechange',
  'volumechange',
  'enterpictureinpicture',
  'leavepictureinpicture',
];

const pictureInPictureOf = (element: HTMLVideoElement) => ({
  isOn: () => document.pictureInPictureElement === element,
  toggle() {
    const change =
      document.pictureInPictureElement === element
        ? document.exitPictureInPicture()
        : element.requestPictureInPicture();
    change.catch((refusal: unknown) => console.info('No picture-in-picture.', refusal));
  },
});

/**
 * Creates the player of a media element, and a function that detaches it. `onChange`: its state may
 * differ.
 */
export function elementPlayer(
  element: HTMLVideoElement,
  onChange: () => void,
): { player: Player; dispose: () => void } {
  // Loading a file resets its time and pauses it, so both are set again when it has loaded.
  let wantedS: number | undefined;
  let startsWhenLoaded = false;
  // A browser that requires a gesture rejects this; the frame and the play button are shown anyway.
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
  let waits = false;
  const noteWaiting = ({ type }: Event) => {
    waits = type === 'waiting';
  };
  const listeners = new AbortController();
  const { signal } = listeners;
  element.addEventListener('loadedmetadata', arrive, { signal });
  for (const type of ['waiting', 'playing', 'pause', 'seeked'])
    element.addEventListener(type, noteWaiting, { signal });
  for (const type of CHANGES) element.addEventListener(type, onChange, { signal });
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
    speeds: () => SPEEDS,
    speed: () => element.playbackRate,
    setSpeed(speed) {
      // Loading a file resets it to the default.
      element.defaultPlaybackRate = speed;
      element.playbackRate = speed;
    },
    volume: () => element.volume,
    setVolume(volume) {
      element.volume = volume;
    },
    isMuted: () => element.muted,
    setMuted(isMuted) {
      element.muted = isMuted;
    },
    isWaiting: () => waits,
    ...(document.pictureInPictureEnabled && { pictureInPicture: pictureInPictureOf(element) }),
  };
  return { player, dispose: () => listeners.abort() };
}
