import type { Player, PlayClock } from '../player.ts';
import { SPEEDS } from '../speed.ts';

/** A player controlled by the test, in place of a browser's or YouTube's. */
export interface ScriptedPlayer extends Player {
  /** Plays up to a second, like a clock. */
  at(timeS: number): void;
  sought: number[];
}

/** Stores the speed and volume that were set. */
export function speedAndVolume(
  changed: () => void = () => undefined,
  speeds: readonly number[] = SPEEDS,
): Pick<
  Player,
  'speeds' | 'speed' | 'setSpeed' | 'volume' | 'setVolume' | 'isMuted' | 'setMuted' | 'isWaiting'
> {
  const now = { speed: 1, volume: 1, isMuted: false };
  return {
    speeds: () => speeds,
    speed: () => now.speed,
    setSpeed(speed) {
      now.speed = speed;
      changed();
    },
    volume: () => now.volume,
    setVolume(volume) {
      now.volume = volume;
      changed();
    },
    isMuted: () => now.isMuted,
    setMuted(isMuted) {
      now.isMuted = isMuted;
      changed();
    },
    isWaiting: () => false,
  };
}

export function attachPlayer(
  clock: PlayClock,
  durationS = 600,
  speeds?: readonly number[],
): ScriptedPlayer {
  let nowS = 0;
  let plays = false;
  const player: ScriptedPlayer = {
    ...speedAndVolume(clock.changed, speeds),
    sought: [],
    nowS: () => nowS,
    durationS: () => durationS,
    isPlaying: () => plays,
    seek(timeS) {
      nowS = timeS;
      player.sought.push(timeS);
      clock.changed();
    },
    play() {
      plays = true;
      clock.changed();
    },
    pause() {
      plays = false;
      clock.changed();
    },
    at(timeS) {
      nowS = timeS;
      clock.changed();
    },
  };
  clock.attach(player);
  return player;
}
