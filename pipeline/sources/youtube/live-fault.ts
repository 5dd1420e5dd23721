import { Fault } from '#core/contract/faults.ts';
import type { VideoInfo } from './info.ts';

const HOUR_S = 3600;
/**
 * Defaults for the length of a stream that doesn't declare one, and for the delay until its
 * recording is available.
 */
const STREAM_S = 3 * HOUR_S;
const RECORDED_S = HOUR_S;

/**
 * The fault of a video that has not ended, with the expected time of its end. Undefined if it has
 * ended.
 */
export function liveFault(
  { is_live, live_status, release_timestamp, duration }: VideoInfo,
  nowS: number = Date.now() / 1000,
): Fault | undefined {
  const later = (message: string, atS: number) =>
    new Fault('live_not_ended', {
      message,
      retryAfterS: Math.ceil(Math.max(RECORDED_S, atS - nowS)),
    });
  if (live_status === 'is_upcoming') {
    const begins =
      release_timestamp === undefined
        ? ''
        : ` It begins on ${new Date(release_timestamp * 1000).toISOString().slice(0, 16).replace('T', ' at ')} UTC.`;
    return later(
      `This video hasn't started yet.${begins} Gloss processes it when it ends.`,
      (release_timestamp ?? nowS + STREAM_S) + (duration ?? STREAM_S) + RECORDED_S,
    );
  }
  if (live_status === 'post_live')
    return later(
      'This live video has just ended. Gloss processes it when the recording is available.',
      nowS + RECORDED_S,
    );
  if (live_status === 'is_live' || is_live === true)
    return later(
      'This video is live. Gloss processes it when it ends.',
      Math.max(nowS + HOUR_S, (release_timestamp ?? nowS) + STREAM_S) + RECORDED_S,
    );
  return undefined;
}
