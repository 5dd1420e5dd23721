import { useMemo, useState, useSyncExternalStore } from 'react';
import { z } from 'zod';
import { createStoredItem } from '../../storage/stored-item.ts';
import type { PlayClock, Player } from './player.ts';
import { skip, toggle, type PlayerCommands } from './player-keys.ts';
import { nextSpeed, preferredSpeed, speedText } from './speed.ts';
import { videoTexts as texts } from './texts.ts';
import type { FullScreen } from './use-full-screen.ts';

/** The commands of a player, and the state that they change. */
export interface PlayerControls {
  commands: PlayerCommands;
  hasCaptions: boolean;
  isFullScreen: boolean;
  /** the last change, for screen readers */
  announcement: string;
}

/**
 * Browsers don't report the frame rate; with 25 per second, no step stays on the same frame of most
 * videos.
 */
const FRAME_S = 1 / 25;

const captions = createStoredItem('gloss-captions', z.boolean(), { fallback: false });

function commandsOf(clock: PlayClock, announce: (text: string) => void) {
  const withPlayer = (act: (player: Player) => void): void => {
    if (clock.player) act(clock.player);
  };
  const setSpeed = (speed: number) => {
    preferredSpeed.write(speed);
    announce(texts.speedNow(speedText(speed)));
  };
  return {
    toggle: () => withPlayer(toggle),
    skip: (byS: number) => withPlayer((player) => skip(player, byS)),
    seekToShare: (share: number) =>
      withPlayer((player) => {
        if (player.durationS() > 0) player.seek(share * player.durationS());
      }),
    stepFrame: (by: 1 | -1) =>
      withPlayer((player) => {
        if (!player.isPlaying()) skip(player, by * FRAME_S);
      }),
    setSpeed,
    stepSpeed: (by: 1 | -1) =>
      withPlayer((player) => {
        const speed = nextSpeed(player.speeds(), player.speed(), by);
        if (speed !== undefined) setSpeed(speed);
      }),
    toggleMute: () =>
      withPlayer((player) => {
        player.setMuted(!player.isMuted());
        announce(player.isMuted() ? texts.muted : texts.unmuted);
      }),
  };
}

/** `canCaption`: there is a transcript, and room for captions. */
export function usePlayerControls(
  clock: PlayClock,
  { isFullScreen, toggleFullScreen }: FullScreen,
  canCaption: boolean,
  clip: () => void,
): PlayerControls {
  const [announcement, announce] = useState('');
  const wantsCaptions = useSyncExternalStore(captions.subscribe, captions.read);
  const commands = useMemo((): PlayerCommands => {
    const toggleCaptions = () => {
      const next = !captions.read();
      captions.write(next);
      announce(next ? texts.captionsOn : texts.captionsOff);
    };
    return {
      ...commandsOf(clock, announce),
      toggleCaptions: canCaption ? toggleCaptions : undefined,
      toggleFullScreen,
      clip,
    };
  }, [clock, canCaption, toggleFullScreen, clip]);
  return { commands, hasCaptions: canCaption && wantsCaptions, isFullScreen, announcement };
}
