/** Single-key shortcuts, such as `]` or `K`, which people can disable (WCAG 2.1.4). */
import { z } from 'zod';
import { createStoredItem } from '#ui/storage/stored-item.ts';

export const singleKeys = createStoredItem('gloss-single-keys', z.boolean(), { fallback: true });

const TYPED =
  'input:not([type=range]), textarea, select, [contenteditable=""], [contenteditable="true"], [role=combobox], [role=dialog], [role=menu], [role=listbox]';

/** Whether a single-key shortcut may handle this event: not while typing, nor with ⌘ or Ctrl. */
export function takesSingleKey(event: KeyboardEvent): boolean {
  const { target, altKey, ctrlKey, metaKey, defaultPrevented } = event;
  if (defaultPrevented || altKey || ctrlKey || metaKey) return false;
  return !(target instanceof Element && target.closest(TYPED)) && singleKeys.read();
}
