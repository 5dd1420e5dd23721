import { useCallback, useSyncExternalStore, type RefObject } from 'react';

function subscribe(changed: () => void): () => void {
  document.addEventListener('fullscreenchange', changed);
  return () => document.removeEventListener('fullscreenchange', changed);
}

/** An iPhone only shows a video element in full screen, with its own controls. */
interface PhoneVideo extends HTMLVideoElement {
  webkitEnterFullscreen(): void;
}
const isPhoneVideo = (video: HTMLVideoElement | null | undefined): video is PhoneVideo =>
  video !== null && video !== undefined && 'webkitEnterFullscreen' in video;

export interface FullScreen {
  isFullScreen: boolean;
  /** undefined if the browser has no full screen */
  toggleFullScreen: (() => void) | undefined;
}

/** Shows a part of the page in full screen, with its own controls. */
export function useFullScreen(part: RefObject<HTMLElement | null>): FullScreen {
  const isFullScreen = useSyncExternalStore(
    subscribe,
    () => part.current !== null && document.fullscreenElement === part.current,
  );
  const toggle = useCallback(() => {
    const video = part.current?.querySelector('video');
    if (document.fullscreenEnabled)
      (document.fullscreenElement ? document.exitFullscreen() : part.current?.requestFullscreen())
        // A browser rejects it without a user gesture.
        ?.catch((refusal: unknown) => console.info('No full screen.', refusal));
    else if (isPhoneVideo(video)) video.webkitEnterFullscreen();
  }, [part]);
  const canFill =
    document.fullscreenEnabled || 'webkitEnterFullscreen' in HTMLVideoElement.prototype;
  return { isFullScreen, toggleFullScreen: canFill ? toggle : undefined };
}
