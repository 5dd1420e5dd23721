/**
 * Focuses what the first selector with a match finds: at once if it is rendered, else once what was
 * scrolled to is.
 */
export function focusWhenRendered(within: Element | null, ...selectors: string[]): void {
  const find = () => selectors.map((it) => within?.querySelector<HTMLElement>(it)).find(Boolean);
  const element = find();
  if (element) element.focus({ preventScroll: true });
  else requestAnimationFrame(() => find()?.focus({ preventScroll: true }));
}
