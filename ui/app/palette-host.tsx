import { lazy, Suspense, useEffect, useState } from 'react';
import { openPalette, usePaletteOpen } from '#ui/kit/palette.ts';

const load = () => import('./palette/palette.tsx');
const Palette = lazy(() => load().then((it) => ({ default: it.Palette })));
const Shortcuts = lazy(() => import('#ui/features/settings/shortcuts-dialog.tsx').then((it) => ({ default: it.ShortcutsDialog })));

const isTyped = (target: EventTarget | null): boolean => target instanceof HTMLElement && (target.isContentEditable || target.closest('input, textarea, select, [role=combobox], [role=dialog]') !== null);

/** ⌘K and ? on every screen. */
export function PaletteHost() {
  const open = usePaletteOpen();
  const [keys, setKeys] = useState(false);
  useEffect(() => {
    const pressed = (event: KeyboardEvent) => {
      if (event.key === '?' && !event.metaKey && !event.ctrlKey && !event.altKey && !event.defaultPrevented && !isTyped(event.target)) {
        event.preventDefault();
        setKeys(true);
        return;
      }
      if (event.key.toLowerCase() !== 'k' || !(event.metaKey || event.ctrlKey) || event.shiftKey || event.altKey) return;
      event.preventDefault();
      openPalette();
    };
    addEventListener('keydown', pressed);
    return () => removeEventListener('keydown', pressed);
  }, []);
  return (
    <Suspense>
      {open && <Palette />}
      {keys && <Shortcuts onClose={() => setKeys(false)} />}
    </Suspense>
  );
}
