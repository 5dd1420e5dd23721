import type { Source } from '#core/contract/source.ts';
import { positionAlerts } from './texts/position-alerts.ts';
import type { Target } from './viewer-handle.ts';

/** The alert for a position that can't be shown at once; undefined if it can. */
export interface PositionAlert {
  text: string;
  /** opens the position anyway */
  canOpen: boolean;
}

/**
 * For a moment, or a clip of a video: a moment only links into the open video, a clip opens its
 * own.
 */
export function positionAlert(
  sources: readonly Pick<Source, '_id' | 'medium'>[],
  currentId: string | undefined,
  sourceId: string,
  target: Target,
): PositionAlert | undefined {
  if (!('medium' in target) || target.medium !== 'timed') return undefined;
  const source = sources.find((it) => it._id === sourceId);
  if (!source) return { text: positionAlerts.missing, canOpen: false };
  if (source.medium !== 'timed') return { text: positionAlerts.notYoutube, canOpen: false };
  const isMoment = target.endS <= target.startS;
  return isMoment && sourceId !== currentId
    ? { text: positionAlerts.notActive, canOpen: true }
    : undefined;
}
