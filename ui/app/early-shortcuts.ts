import { isOfAccount } from '#ui/features/account/index.ts';
import { openKeys, openPalette } from '#ui/kit/palette.ts';
import { takesSingleKey } from '#ui/kit/single-keys.ts';

/**
 * Handles ⌘K and ? from the start. What they open before the first screen is shown with it. Returns
 * a function that stops it.
 */
export function handleEarlyShortcuts(): () => void {
  const press = (event: KeyboardEvent): void => {
    const { key, metaKey, ctrlKey, shiftKey, altKey } = event;
    if (altKey || isOfAccount(location.pathname)) return;
    const isCommand = metaKey || ctrlKey;
    if (isCommand && !shiftKey && key.toLowerCase() === 'k') openPalette();
    else if (key === '?' && takesSingleKey(event)) openKeys();
    else return;
    event.preventDefault();
  };
  addEventListener('keydown', press);
  return () => removeEventListener('keydown', press);
}
