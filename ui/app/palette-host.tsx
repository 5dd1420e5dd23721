import { type ComponentType, useEffect, useState } from 'react';
import { closeKeys, closePalette, useKeysOpen, usePaletteOpen } from '#ui/kit/palette.ts';
import { toast } from '#ui/kit/toast.ts';
import { frameTexts } from './texts.ts';

const loadPalette = () => import('./palette/palette.tsx').then((it) => it.Palette);
const loadShortcuts = () =>
  import('#ui/features/settings/shortcuts-dialog.tsx').then((it) => it.ShortcutsDialog);

/** Shows what ⌘K and ? open on every screen. */
export function PaletteHost() {
  const open = usePaletteOpen();
  const keys = useKeysOpen();
  const Palette = useFetched(open, loadPalette, closePalette);
  const Shortcuts = useFetched(keys, loadShortcuts, closeKeys);
  return (
    <>
      {open && Palette && <Palette />}
      {keys && Shortcuts && <Shortcuts onClose={closeKeys} />}
    </>
  );
}

/**
 * Loads when it is first opened. If loading fails, it says so and closes, and the screen below
 * stays.
 */
function useFetched<P>(
  open: boolean,
  load: () => Promise<ComponentType<P>>,
  close: () => void,
): ComponentType<P> | undefined {
  const [Part, setPart] = useState<ComponentType<P>>();
  const isAsked = open && !Part;
  useEffect(() => {
    if (!isAsked) return;
    load().then(
      (it) => setPart(() => it),
      () => {
        close();
        toast.error(frameTexts.notFetched);
      },
    );
  }, [isAsked, load, close]);
  return Part;
}
