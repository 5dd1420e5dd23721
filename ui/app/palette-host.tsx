import { lazy, Suspense, useEffect, useState, type ComponentType } from 'react';
import { closePalette, usePaletteOpen } from '#ui/kit/palette.ts';
import { toast } from '#ui/kit/toast.ts';
import { frameTexts } from '#ui/texts/frame.ts';

const Shortcuts = lazy(() => import('#ui/features/settings/shortcuts-dialog.tsx').then((it) => ({ default: it.ShortcutsDialog })));

const isTyped = (target: EventTarget | null): boolean => target instanceof HTMLElement && (target.isContentEditable || target.closest('input, textarea, select, [role=combobox], [role=dialog]') !== null);

/** What ⌘K and ? open on every screen. */
export function PaletteHost() {
  const open = usePaletteOpen();
  const [Palette, setPalette] = useState<ComponentType>();
  useEffect(() => {
    if (!open || Palette) return;
    import('./palette/palette.tsx').then((it) => setPalette(() => it.Palette), () => { closePalette(); toast.error(frameTexts.notFetched); });
  }, [open, Palette]);
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
      {open && Palette && <Palette />}
      {keys && <Shortcuts onClose={() => setKeys(false)} />}
    </Suspense>
  );
}
