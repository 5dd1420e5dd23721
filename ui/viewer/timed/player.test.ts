import { expect, it } from 'vitest';
import { PlayClock, type Player } from './player.ts';

it('plays from a time that was asked for before there was a player', () => {
  const done: string[] = [];
  const player: Player = { nowS: () => 0, durationS: () => 90, isPlaying: () => false, seek: (timeS) => { done.push(`seek ${timeS}`); }, play: () => { done.push('play'); }, pause: () => undefined };
  const clock = new PlayClock();
  clock.playFrom(16.4);
  clock.attach(player);
  expect(done).toEqual(['seek 16.4', 'play']);
  clock.attach({ ...player });
  expect(done).toHaveLength(2);
});
