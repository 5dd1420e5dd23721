import { useSyncExternalStore } from 'react';
import { z } from 'zod';
import { useIsShort } from '../../kit/media-queries.ts';
import { createStoredItem } from '../../storage/stored-item.ts';

const inTall = createStoredItem('gloss-mini-player', z.boolean(), { fallback: false });
const inShort = createStoredItem('gloss-mini-player-short', z.boolean(), { fallback: true });

/**
 * Whether the video is a small picture next to its controls, which leaves more space for the
 * transcript. Default in short windows. Remembered per device, separately for short and tall
 * windows.
 */
export function useMiniPlayer(): [isMini: boolean, setMini: (isMini: boolean) => void] {
  const item = useIsShort() ? inShort : inTall;
  return [useSyncExternalStore(item.subscribe, item.read), item.write];
}
