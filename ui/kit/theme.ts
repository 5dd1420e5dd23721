/**
 * Light, dark, or as the system is: `data-theme` on <html>, remembered; `public/theme.js` reads it
 * before the first paint.
 */
import { useSyncExternalStore } from 'react';

export type Theme = 'system' | 'light' | 'dark';
const KEY = 'gloss-theme';
const changed = new Set<() => void>();

export function chosenTheme(): Theme {
  const chosen = document.documentElement.dataset['theme'];
  return chosen === 'light' || chosen === 'dark' ? chosen : 'system';
}

export function setTheme(theme: Theme): void {
  if (theme === 'system') delete document.documentElement.dataset['theme'];
  else document.documentElement.dataset['theme'] = theme;
  if (theme === 'system') localStorage.removeItem(KEY);
  else localStorage.setItem(KEY, theme);
  for (const tell of changed) tell();
}

const systemDark = () => matchMedia('(prefers-color-scheme: dark)');

function subscribe(tell: () => void): () => void {
  const system = systemDark();
  changed.add(tell);
  system.addEventListener('change', tell);
  return () => {
    changed.delete(tell);
    system.removeEventListener('change', tell);
  };
}

export const useTheme = (): Theme => useSyncExternalStore(subscribe, chosenTheme);
export const useIsDark = (): boolean =>
  useSyncExternalStore(subscribe, () => {
    const chosen = chosenTheme();
    return chosen === 'system' ? systemDark().matches : chosen === 'dark';
  });
