/**
 * The current frame of the video if the browser may read it, so not of an embedded player or a site
 * that forbids it.
 */
import { drawToBlob } from './readable-image.ts';

export interface Frame {
  blob: Blob;
  sec: number;
  sourceId: string;
}

const WAIT_MS = 8000;

const shownVideo = () => document.querySelector<HTMLVideoElement>('[data-source] video');
/** There may be a frame; an embedded player has none. */
export const hasVideo = (): boolean => shownVideo() !== null;

export async function currentFrame(): Promise<Frame | undefined> {
  const video = shownVideo();
  const sourceId = video?.closest<HTMLElement>('[data-source]')?.dataset['source'];
  if (!video || !sourceId || video.videoWidth === 0) return undefined;
  const sec = video.currentTime;
  const blob = await pictureOf(video)
    .catch(() => pictureAgain(video.currentSrc, sec))
    .catch(() => undefined);
  return blob && { blob, sec, sourceId };
}

const pictureOf = async (video: HTMLVideoElement) =>
  drawToBlob(video, video.videoWidth, video.videoHeight);

/** A site may allow anonymous requests. */
async function pictureAgain(src: string, sec: number): Promise<Blob | undefined> {
  const video = document.createElement('video');
  Object.assign(video, { crossOrigin: 'anonymous', muted: true, preload: 'auto', src });
  const limit = AbortSignal.timeout(WAIT_MS);
  const on = (event: string) =>
    new Promise<void>((resolve, reject) => {
      video.addEventListener(event, () => resolve(), { once: true });
      video.addEventListener('error', () => reject(new Error('This video may not be read.')), {
        once: true,
      });
      limit.addEventListener('abort', () => reject(limit.reason as Error), { once: true });
    });
  try {
    await on('loadedmetadata');
    video.currentTime = sec;
    await on('seeked');
    return await pictureOf(video);
  } finally {
    video.removeAttribute('src');
    video.load();
  }
}
