import { useEffect, useSyncExternalStore } from 'react';
import { z } from 'zod';
import { numberText } from '#ui/kit/format.ts';
import { createStoredItem } from '../../storage/stored-item.ts';
import type { PlayClock } from './player.ts';

/** Playback speeds of the menu; a player offers those that it supports. */
export const SPEEDS: readonly number[] = [0.5, 0.75, 1, 1.25, 1.5, 1.75, 2, 2.5, 3];

/** The chosen speed, remembered per device. */
export const preferredSpeed = createStoredItem('gloss-playback-speed', z.number(), {
  fallback: 1,
});

/** The fastest speed up to `wanted`; else the slowest. */
export const nearestSpeed = (speeds: readonly number[], wanted: number): number =>
  speeds.findLast((it) => it <= wanted) ?? speeds[0] ?? 1;

/** The next faster (1) or slower (-1) speed, if there is one. */
export const nextSpeed = (
  speeds: readonly number[],
  speed: number,
  by: 1 | -1,
): number | undefined =>
  by > 0 ? speeds.find((it) => it > speed) : speeds.findLast((it) => it < speed);

/** "1.25×" */
export const speedText = (speed: number): string => `${numberText(speed)}×`;

/** Plays at the preferred speed, or the nearest supported one. */
export function usePreferredSpeed(clock: PlayClock): void {
  const player = useSyncExternalStore(clock.subscribe, () => clock.player);
  const speeds = useSyncExternalStore(clock.subscribe, () => clock.player?.speeds());
  const wanted = useSyncExternalStore(preferredSpeed.subscribe, preferredSpeed.read);
  useEffect(() => {
    const speed = nearestSpeed(speeds ?? [], wanted);
    if (player && player.speed() !== speed) player.setSpeed(speed);
  }, [player, speeds, wanted]);
}
