/**
 * Opens the palette and the list of shortcuts from anywhere, and collects the actions of the
 * current screen. Their own code loads when they are first opened.
 */
import { useEffect, useRef, useSyncExternalStore } from 'react';
import type { Shortcut } from './shortcuts.ts';

/** An action without a name is named after its shortcut. */
export interface PageAction {
  name?: string;
  shortcut?: Shortcut;
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

function offer(action: PageAction): () => void {
  offered = [...offered, action];
  tell();
  return () => {
    offered = offered.filter((it) => it !== action);
    tell();
  };
}

/** Adds an action to the palette while the screen is mounted. Undefined adds nothing. */
export function useOffer(name: string, run: (() => void) | undefined): void {
  useEffect(() => (run ? offer({ name, run }) : undefined), [name, run]);
}

/** Adds the actions of these shortcuts to the palette while the screen is mounted. */
export function useShortcutActions(
  actions: Readonly<Partial<Record<Shortcut, (() => void) | undefined>>>,
): void {
  const latest = useRef(actions);
  useEffect(() => {
    latest.current = actions;
  });
  const given: Readonly<Record<string, (() => void) | undefined>> = actions;
  const ids = Object.entries(given)
    .flatMap(([id, run]) => (run ? [id] : []))
    .join();
  useEffect(() => {
    const ends = ids
      .split(',')
      .filter(Boolean)
      .map((id) =>
        offer({ shortcut: id as Shortcut, run: () => latest.current[id as Shortcut]?.() }),
      );
    return () => {
      for (const end of ends) end();
    };
  }, [ids]);
}

export const isMac = (): boolean => /Mac|iPhone|iPad/.test(navigator.userAgent);
export const paletteKey = (): string => (isMac() ? '⌘K' : 'Ctrl K');
