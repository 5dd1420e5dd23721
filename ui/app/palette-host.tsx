import { lazy, Suspense, useEffect } from 'react';
import { openPalette, usePaletteOpen } from '#ui/kit/palette.ts';

const load = () => import('./palette/palette.tsx');
const Palette = lazy(() => load().then((it) => ({ default: it.Palette })));

/** ⌘K on every screen. */
export function PaletteHost() {
  const open = usePaletteOpen();
  useEffect(() => {
    const pressed = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'k' || !(event.metaKey || event.ctrlKey) || event.shiftKey || event.altKey) return;
      event.preventDefault();
      openPalette();
    };
    addEventListener('keydown', pressed);
    return () => removeEventListener('keydown', pressed);
  }, []);
  return open && <Suspense><Palette /></Suspense>;
}
