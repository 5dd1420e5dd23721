import { singleKeys } from '../../kit/single-keys.ts';
import type { Player } from './player.ts';

export const SKIP_S = 10;

export const skip = (player: Player, byS: number): void =>
  player.seek(Math.min(Math.max(0, player.nowS() + byS), player.durationS() || Infinity));
export const toggle = (player: Player): void =>
  player.isPlaying() ? player.pause() : player.play();

/** Where a key belongs to what has the focus, not to the player. */
function isTaken(target: EventTarget | null, key: string): boolean {
  if (!(target instanceof Element)) return false;
  if (
    target.closest(
      'input, textarea, select, [contenteditable=""], [contenteditable="true"], [role="dialog"], [role="menu"], [role="listbox"]',
    )
  )
    return true;
  const isLetter = /^[a-z]$/i.test(key);
  if (isLetter && !singleKeys.read()) return true;
  return (
    !isLetter &&
    target.closest(
      'button, a, summary, [role="tab"], [role="slider"], [role="separator"], [role="radio"]',
    ) !== null
  );
}

/**
 * Handles J, K, L, the arrows and the space bar; `c` makes a clip. Arrows and space act only when
 * the focus is on the page itself or inside `home`, because other parts use them too. Returns
 * whether the key was used.
 */
export function pressPlayerKey(
  event: KeyboardEvent,
  player: Player,
  home: Element,
  onClipNow: () => void,
): boolean {
  if (
    event.ctrlKey ||
    event.metaKey ||
    event.altKey ||
    event.shiftKey ||
    event.defaultPrevented ||
    isTaken(event.target, event.key)
  )
    return false;
  const isHere =
    event.target === document.body || (event.target instanceof Node && home.contains(event.target));
  switch (event.key.toLowerCase()) {
    case 'j':
      skip(player, -SKIP_S);
      break;
    case 'l':
      skip(player, SKIP_S);
      break;
    case 'k':
      toggle(player);
      break;
    case 'c':
      onClipNow();
      break;
    case 'arrowleft':
      if (!isHere) return false;
      skip(player, -SKIP_S);
      break;
    case 'arrowright':
      if (!isHere) return false;
      skip(player, SKIP_S);
      break;
    case ' ':
      if (!isHere) return false;
      toggle(player);
      break;
    default:
      return false;
  }
  event.preventDefault();
  return true;
}
