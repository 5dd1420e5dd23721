import { takesSingleKey } from '../../kit/single-keys.ts';
import type { Player } from './player.ts';

export const SKIP_S = 10;

export const skip = (player: Player, byS: number): void =>
  player.seek(Math.min(Math.max(0, player.nowS() + byS), player.durationS() || Infinity));
export const toggle = (player: Player): void =>
  player.isPlaying() ? player.pause() : player.play();

/** The actions of buttons and shortcuts. */
export interface PlayerCommands {
  toggle(): void;
  skip(byS: number): void;
  /** fraction of the length, 0 to 1 */
  seekToShare(share: number): void;
  /** one frame forward or back, while paused */
  stepFrame(by: 1 | -1): void;
  setSpeed(speed: number): void;
  stepSpeed(by: 1 | -1): void;
  toggleMute(): void;
  /** undefined without a transcript */
  toggleCaptions: (() => void) | undefined;
  /** undefined if the browser has no full screen */
  toggleFullScreen: (() => void) | undefined;
  clip(): void;
}

type KeyTable = Readonly<Record<string, (commands: PlayerCommands) => void>>;
/** Anywhere on the page, outside text fields. */
const CHARACTERS: KeyTable = {
  j: (player) => player.skip(-SKIP_S),
  k: (player) => player.toggle(),
  l: (player) => player.skip(SKIP_S),
  c: (player) => player.clip(),
  f: (player) => player.toggleFullScreen?.(),
  m: (player) => player.toggleMute(),
  ',': (player) => player.stepFrame(-1),
  '.': (player) => player.stepFrame(1),
  '<': (player) => player.stepSpeed(-1),
  '>': (player) => player.stepSpeed(1),
};
/** `C` clips, so captions use Shift. */
const SHIFTED: KeyTable = { c: (player) => player.toggleCaptions?.() };
/** With the focus on the page itself or in the viewer: other parts use these keys too. */
const NAMED: KeyTable = {
  ' ': (player) => player.toggle(),
  ArrowLeft: (player) => player.skip(-SKIP_S),
  ArrowRight: (player) => player.skip(SKIP_S),
};
const CONTROL =
  'input, textarea, select, [contenteditable=""], [contenteditable="true"], button, a, summary, [role="dialog"], [role="menu"], [role="listbox"], [role="tab"], [role="slider"], [role="separator"], [role="radio"]';

/** The same in the palette. */
export const playerActions = (player: PlayerCommands) => ({
  back: () => player.skip(-SKIP_S),
  play: () => player.toggle(),
  forward: () => player.skip(SKIP_S),
  previousFrame: () => player.stepFrame(-1),
  nextFrame: () => player.stepFrame(1),
  slower: () => player.stepSpeed(-1),
  faster: () => player.stepSpeed(1),
  mute: () => player.toggleMute(),
  captions: player.toggleCaptions,
  fullScreen: player.toggleFullScreen,
  clip: () => player.clip(),
});

function commandOf(event: KeyboardEvent, home: Element) {
  const { key, target, shiftKey } = event;
  if (key.length === 1 && key !== ' ') {
    if (!takesSingleKey(event)) return undefined;
    const character = key.toLowerCase();
    return shiftKey && /[a-z]/.test(character) ? SHIFTED[character] : CHARACTERS[character];
  }
  const { altKey, ctrlKey, metaKey, defaultPrevented } = event;
  if (shiftKey || altKey || ctrlKey || metaKey || defaultPrevented) return undefined;
  if (!(target instanceof Element) || target.closest(CONTROL)) return undefined;
  return target === document.body || home.contains(target) ? NAMED[key] : undefined;
}

/**
 * Handles YouTube's keys and `c`, which makes a clip. Arrows and space act only when the focus is on
 * the page itself or inside `home`. Returns whether the key was used.
 */
export function pressPlayerKey(
  event: KeyboardEvent,
  commands: PlayerCommands,
  home: Element,
): boolean {
  const command = commandOf(event, home);
  if (!command) return false;
  command(commands);
  event.preventDefault();
  return true;
}

/**
 * Seeks to a tenth of the length, like YouTube. Only for keys pressed inside the player, because
 * elsewhere digits show and hide the panes of a thread.
 */
export function pressDigitKey(event: KeyboardEvent, commands: PlayerCommands): void {
  if (!/^\d$/.test(event.key) || !takesSingleKey(event)) return;
  commands.seekToShare(Number(event.key) / 10);
  event.preventDefault();
}
