import type { Source } from '#core/contract/source.ts';
import { placeAlerts } from './texts/place-alerts.ts';
import type { Target } from './viewer-handle.ts';

/**
 * What keeps a place from being shown at once, in the words of the product; nothing where it can
 * be.
 */
export interface PlaceAlert {
  text: string;
  /** shown all the same, if one wants it */
  canOpen: boolean;
}

/**
 * Of a moment, or of a clip of a video: a moment alone leads nowhere but in the video that is open,
 * a clip opens its own.
 */
export function placeAlert(
  sources: readonly Pick<Source, '_id' | 'medium'>[],
  currentId: string | undefined,
  sourceId: string,
  target: Target,
): PlaceAlert | undefined {
  if (!('medium' in target) || target.medium !== 'timed') return undefined;
  const source = sources.find((it) => it._id === sourceId);
  if (!source) return { text: placeAlerts.missing, canOpen: false };
  if (source.medium !== 'timed') return { text: placeAlerts.notYoutube, canOpen: false };
  const isMoment = target.endS <= target.startS;
  return isMoment && sourceId !== currentId
    ? { text: placeAlerts.notActive, canOpen: true }
    : undefined;
}
