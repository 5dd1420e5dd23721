import { expect, test } from 'vitest';
import type { Player } from './player.ts';
import { skip, toggle } from './player-keys.ts';
import { speedAndVolume } from './testing/scripted-player.ts';

function player(nowS: number, durationS: number, isPlaying = false) {
  const calls: string[] = [];
  const it: Player = {
    ...speedAndVolume(),
    nowS: () => nowS,
    durationS: () => durationS,
    isPlaying: () => isPlaying,
    seek: (timeS) => calls.push(`seek ${timeS}`),
    play: () => calls.push('play'),
    pause: () => calls.push('pause'),
  };
  return { it, calls };
}

test.each([
  ['forward', 20, 10, 60, 'seek 30'],
  ['back', 20, -10, 60, 'seek 10'],
  ['not before the start', 4, -10, 60, 'seek 0'],
  ['not beyond the end', 55, 10, 60, 'seek 60'],
  ['forward while the length is unknown', 55, 10, 0, 'seek 65'],
  ['forward while the length is not a number', 55, 10, NaN, 'seek 65'],
])('skips %s', (_, nowS, byS, durationS, call) => {
  const { it, calls } = player(nowS, durationS);
  skip(it, byS);
  expect(calls).toEqual([call]);
});

test.each([
  [true, 'pause'],
  [false, 'play'],
])('toggles a player that plays: %s', (isPlaying, call) => {
  const { it, calls } = player(0, 60, isPlaying);
  toggle(it);
  expect(calls).toEqual([call]);
});
