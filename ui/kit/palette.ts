/**
 * Opens the palette and the list of shortcuts from anywhere, and collects the actions of the
 * current screen. Their own code loads when they are first opened.
 */
import { useEffect, useSyncExternalStore } from 'react';

export interface PageAction {
  name: string;
  run: () => void;
}

let above: 'palette' | 'keys' | undefined;
let before: Element | null = null;
let offered: readonly PageAction[] = [];
const changed = new Set<() => void>();
const tell = () => {
  for (const listener of changed) listener();
};
const subscribe = (told: () => void) => {
  changed.add(told);
  return () => {
    changed.delete(told);
  };
};

function open(what: 'palette' | 'keys'): void {
  if (above === what) return;
  if (!above) before = document.activeElement;
  above = what;
  tell();
}
function close(what: 'palette' | 'keys'): void {
  if (above !== what) return;
  above = undefined;
  tell();
}
export const openPalette = (): void => open('palette');
export const closePalette = (): void => close('palette');
/** The list of shortcuts. */
export const openKeys = (): void => open('keys');
export const closeKeys = (): void => close('keys');
/** The focus returns to where it was before the palette opened. */
export function focusBefore(): void {
  if (before instanceof HTMLElement && before.isConnected) before.focus();
}

export const usePaletteOpen = (): boolean =>
  useSyncExternalStore(subscribe, () => above === 'palette');
export const useKeysOpen = (): boolean => useSyncExternalStore(subscribe, () => above === 'keys');
export const usePageActions = (): readonly PageAction[] =>
  useSyncExternalStore(subscribe, () => offered);

/** Adds an action to the palette while the screen is mounted. Undefined adds nothing. */
export function useOffer(name: string, run: (() => void) | undefined): void {
  useEffect(() => {
    if (!run) return undefined;
    const action = { name, run };
    offered = [...offered, action];
    tell();
    return () => {
      offered = offered.filter((it) => it !== action);
      tell();
    };
  }, [name, run]);
}

export const isMac = (): boolean => /Mac|iPhone|iPad/.test(navigator.userAgent);
export const paletteKey = (): string => (isMac() ? '⌘K' : 'Ctrl K');
