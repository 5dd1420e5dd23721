import { expect, it } from 'vitest';
import { PlayClock, type Player } from './player.ts';
import { speedAndVolume } from './testing/scripted-player.ts';

/** A player whose time a test sets. */
function tape() {
  const done: string[] = [];
  const at = { nowS: 0, playing: false };
  const player: Player = {
    ...speedAndVolume(),
    nowS: () => at.nowS,
    durationS: () => 90,
    isPlaying: () => at.playing,
    seek(timeS) {
      done.push(`seek ${timeS}`);
      at.nowS = timeS;
    },
    play() {
      done.push('play');
      at.playing = true;
    },
    pause() {
      done.push('pause');
      at.playing = false;
    },
  };
  return { player, at, done };
}
/** Animation frames during playback; here the test advances time. */
globalThis.requestAnimationFrame ??= () => 1;
globalThis.cancelAnimationFrame ??= () => undefined;

it('plays from a time that was requested before there was a player', () => {
  const { player, done } = tape();
  const clock = new PlayClock();
  clock.playFrom(16.4);
  clock.attach(player);
  expect(done).toEqual(['seek 16.4', 'play']);
  clock.attach({ ...player });
  expect(done).toHaveLength(2);
});

it('plays a clip to its end, stops there once, and then continues like any video', () => {
  const { player, at, done } = tape();
  const clock = new PlayClock();
  clock.playSpan({ startS: 16, endS: 20 });
  clock.attach(player);
  at.nowS = 19.9;
  clock.changed();
  expect(at.playing).toBe(true);
  at.nowS = 20.05;
  clock.changed();
  expect(done).toEqual(['seek 16', 'play', 'pause']);
  player.play();
  at.nowS = 20.3;
  clock.changed();
  expect(at.playing).toBe(true);
});

it('forgets the end of a clip after a seek elsewhere', () => {
  const { player, at } = tape();
  const clock = new PlayClock();
  clock.attach(player);
  clock.playSpan({ startS: 16, endS: 20 });
  at.nowS = 5;
  clock.changed();
  at.nowS = 20.05;
  clock.changed();
  expect(at.playing).toBe(true);
});
