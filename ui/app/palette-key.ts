import { isOfAccount } from '#ui/features/account/index.ts';
import { openPalette } from '#ui/kit/palette.ts';

/** ⌘K from the first moment on: the palette that it asks for before there is a screen stands as soon as there is one. */
export function listenForPaletteKey(): void {
  addEventListener('keydown', (event) => {
    if (event.key.toLowerCase() !== 'k' || !(event.metaKey || event.ctrlKey) || event.shiftKey || event.altKey || isOfAccount(location.pathname)) return;
    event.preventDefault();
    openPalette();
  });
}
