/**
 * Light, dark or system theme: stored, and set as `data-theme` on <html>; `public/theme.js` reads
 * it before the first paint.
 */
import { useSyncExternalStore } from 'react';
import { z } from 'zod';
import { createStoredText } from '#ui/storage/stored-item.ts';

export type Theme = 'system' | 'light' | 'dark';
/** Stores nothing for `system`. */
const storedTheme = createStoredText('gloss-theme', z.enum(['light', 'dark']), {
  fallback: undefined,
});

export function chosenTheme(): Theme {
  const chosen = document.documentElement.dataset['theme'];
  return chosen === 'light' || chosen === 'dark' ? chosen : 'system';
}

export function setTheme(theme: Theme): void {
  if (theme === 'system') delete document.documentElement.dataset['theme'];
  else document.documentElement.dataset['theme'] = theme;
  if (theme === 'system') storedTheme.remove();
  else storedTheme.write(theme);
}

const systemDark = () => matchMedia('(prefers-color-scheme: dark)');

function subscribe(tell: () => void): () => void {
  const system = systemDark();
  const unsubscribe = storedTheme.subscribe(tell);
  system.addEventListener('change', tell);
  return () => {
    unsubscribe();
    system.removeEventListener('change', tell);
  };
}

export const useTheme = (): Theme => useSyncExternalStore(subscribe, chosenTheme);
export const useIsDark = (): boolean =>
  useSyncExternalStore(subscribe, () => {
    const chosen = chosenTheme();
    return chosen === 'system' ? systemDark().matches : chosen === 'dark';
  });
