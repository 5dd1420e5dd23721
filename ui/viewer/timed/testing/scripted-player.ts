import type { Player, PlayClock } from '../player.ts';

/** A player whose time is set by the test, in place of a browser's or YouTube's. */
export interface ScriptedPlayer extends Player {
  /** Plays on to a second, as a clock would. */
  at(timeS: number): void;
  sought: number[];
}

export function attachPlayer(clock: PlayClock, durationS = 600): ScriptedPlayer {
  let nowS = 0;
  let plays = false;
  const player: ScriptedPlayer = {
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
