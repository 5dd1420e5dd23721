import { useSyncExternalStore } from 'react';

const dark = '(prefers-color-scheme: dark)';

function subscribe(listener: () => void): () => void {
  const watcher = new MutationObserver(listener);
  watcher.observe(document.documentElement, { attributes: true, attributeFilter: ['data-theme'] });
  const media = window.matchMedia(dark);
  media.addEventListener('change', listener);
  return () => { watcher.disconnect(); media.removeEventListener('change', listener); };
}

function read(): 'light' | 'dark' {
  const chosen = document.documentElement.dataset['theme'];
  if (chosen === 'light' || chosen === 'dark') return chosen;
  return window.matchMedia(dark).matches ? 'dark' : 'light';
}

/** The theme now shown, whoever chose it. */
export const useTheme = (): 'light' | 'dark' => useSyncExternalStore(subscribe, read);
