/** At once where it is there, else when what was scrolled to is. */
export function focusWhenRendered(within: Element | null, selector: string): void {
  const find = () => within?.querySelector<HTMLElement>(selector);
  const element = find();
  if (element) element.focus({ preventScroll: true });
  else requestAnimationFrame(() => find()?.focus({ preventScroll: true }));
}
