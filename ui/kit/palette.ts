/** The palette from anywhere: whether it is open, and what the screen below offers in it. Its own code comes when it is first opened. */
import { useEffect, useSyncExternalStore } from 'react';

export interface PageAction { name: string; run: () => void }

let open = false;
let before: Element | null = null;
let offered: readonly PageAction[] = [];
const changed = new Set<() => void>();
const tell = () => { for (const told of changed) told(); };
const subscribe = (told: () => void) => { changed.add(told); return () => { changed.delete(told); }; };

export function openPalette(): void {
  if (open) return;
  before = document.activeElement;
  open = true;
  tell();
}
export function closePalette(): void {
  open = false;
  tell();
}
/** The focus goes back to where it was when the palette was opened. */
export function focusBefore(): void {
  if (before instanceof HTMLElement && before.isConnected) before.focus();
}

export const usePaletteOpen = (): boolean => useSyncExternalStore(subscribe, () => open);
export const usePageActions = (): readonly PageAction[] => useSyncExternalStore(subscribe, () => offered);

/** While the screen is there, the palette has this action. Undefined offers nothing. */
export function useOffer(name: string, run: (() => void) | undefined): void {
  useEffect(() => {
    if (!run) return undefined;
    const action = { name, run };
    offered = [...offered, action];
    tell();
    return () => { offered = offered.filter((it) => it !== action); tell(); };
  }, [name, run]);
}

export const isMac = (): boolean => /Mac|iPhone|iPad/.test(navigator.userAgent);
export const paletteKey = (): string => (isMac() ? '⌘K' : 'Ctrl K');
