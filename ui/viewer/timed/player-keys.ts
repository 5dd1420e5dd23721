import type { Player } from './player.ts';

export const SKIP_S = 10;

/** Where a key belongs to what has the focus, not to the player. */
function isTaken(target: EventTarget | null, key: string): boolean {
  if (!(target instanceof Element)) return false;
  if (target.closest('input, textarea, select, [contenteditable=""], [contenteditable="true"], [role="dialog"], [role="menu"], [role="listbox"]')) return true;
  const isLetter = /^[a-z]$/i.test(key);
  return !isLetter && target.closest('button, a, summary, [role="tab"], [role="slider"], [role="separator"], [role="radio"]') !== null;
}

/**
 * J K L, the arrows and the space bar; `c` is told apart, for a clip. Arrows and space act only when the focus is on the
 * page itself or inside `home`, since other parts use them too. `true` when the key was used.
 */
export function pressPlayerKey(event: KeyboardEvent, player: Player, home: Element, onClipNow: () => void): boolean {
  if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey || event.defaultPrevented || isTaken(event.target, event.key)) return false;
  const isHere = event.target === document.body || (event.target instanceof Node && home.contains(event.target));
  const skip = (seconds: number) => player.seek(Math.min(Math.max(0, player.nowS() + seconds), player.durationS() || Infinity));
  const toggle = () => (player.isPlaying() ? player.pause() : player.play());
  switch (event.key.toLowerCase()) {
    case 'j': skip(-SKIP_S); break;
    case 'l': skip(SKIP_S); break;
    case 'k': toggle(); break;
    case 'c': onClipNow(); break;
    case 'arrowleft': if (!isHere) return false; skip(-SKIP_S); break;
    case 'arrowright': if (!isHere) return false; skip(SKIP_S); break;
    case ' ': if (!isHere) return false; toggle(); break;
    default: return false;
  }
  event.preventDefault();
  return true;
}
