import { lazy, Suspense, useEffect, useState } from 'react';
import { usePaletteOpen } from '#ui/kit/palette.ts';

const load = () => import('./palette/palette.tsx');
const Palette = lazy(() => load().then((it) => ({ default: it.Palette })));
const Shortcuts = lazy(() => import('#ui/features/settings/shortcuts-dialog.tsx').then((it) => ({ default: it.ShortcutsDialog })));

const isTyped = (target: EventTarget | null): boolean => target instanceof HTMLElement && (target.isContentEditable || target.closest('input, textarea, select, [role=combobox], [role=dialog]') !== null);

/** What ⌘K and ? open on every screen. */
export function PaletteHost() {
  const open = usePaletteOpen();
  const [keys, setKeys] = useState(false);
  useEffect(() => {
    const pressed = (event: KeyboardEvent) => {
      if (event.key !== '?' || event.metaKey || event.ctrlKey || event.altKey || event.defaultPrevented || isTyped(event.target)) return;
      event.preventDefault();
      setKeys(true);
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
