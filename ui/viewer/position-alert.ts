import type { Source } from '#core/contract/source.ts';
import { placeAlerts } from './texts/position-alerts.ts';
import type { Target } from './viewer-handle.ts';

/** The alert for a position that can't be shown at once; undefined if it can. */
export interface PlaceAlert {
  text: string;
  /** opens the position anyway */
  canOpen: boolean;
}

/**
 * For a moment, or a clip of a video: a moment only links into the open video, a clip opens its
 * own.
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
