/** A button with `data-tooltip` whose tooltip is shown. */
export interface ShownTooltip {
  anchor: HTMLElement;
  text: string;
  /** id of the shortcut in `SHORTCUTS` */
  shortcut: string | undefined;
}

/** How long the pointer rests before the first tooltip; the next ones follow immediately. */
const DELAY_MS = 450;
/**
 * How long a tooltip stays after the pointer left its button, so that the next one follows
 * immediately.
 */
const GRACE_MS = 150;
const ANCHOR = '[data-tooltip]';

const anchorOf = (target: EventTarget | null): HTMLElement | undefined => {
  const anchor = target instanceof Element ? target.closest<HTMLElement>(ANCHOR) : null;
  return anchor?.dataset['tooltip'] ? anchor : undefined;
};

/**
 * Calls `show` with the tooltip to show, or nothing to hide it: the button under the mouse or with
 * keyboard focus, until Escape or a click. Returns a function that stops it.
 */
export function watchTooltips(show: (tooltip: ShownTooltip | undefined) => void): () => void {
  let shown: HTMLElement | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const hide = () => {
    clearTimeout(timer);
    if (shown) show(undefined);
    shown = undefined;
  };
  const open = (anchor: HTMLElement) => {
    clearTimeout(timer);
    if (!anchor.isConnected || anchor === shown) return;
    shown = anchor;
    show({ anchor, text: anchor.dataset['tooltip'] ?? '', shortcut: anchor.dataset['shortcut'] });
  };
  const over = (event: PointerEvent) => {
    if (event.pointerType === 'touch') return;
    const anchor = anchorOf(event.target);
    if (anchor === shown) clearTimeout(timer);
    if (!anchor || anchor === shown) return;
    clearTimeout(timer);
    timer = setTimeout(() => open(anchor), shown ? 0 : DELAY_MS);
  };
  const out = (event: PointerEvent) => {
    if (!anchorOf(event.target) || event.pointerType === 'touch') return;
    clearTimeout(timer);
    timer = setTimeout(hide, GRACE_MS);
  };
  const focused = ({ target }: FocusEvent) => {
    const anchor = anchorOf(target);
    if (anchor === target && anchor?.matches(':focus-visible')) open(anchor);
  };
  const blurred = ({ target }: FocusEvent) => {
    if (target === shown) hide();
  };
  const pressed = ({ key }: KeyboardEvent) => {
    if (key === 'Escape') hide();
  };
  const handlers = [
    ['pointerover', over],
    ['pointerout', out],
    ['focusin', focused],
    ['focusout', blurred],
    ['keydown', pressed],
    ['pointerdown', hide],
    ['scroll', hide],
  ] as [string, EventListener][];
  for (const [name, handler] of handlers) document.addEventListener(name, handler, true);
  return () => {
    clearTimeout(timer);
    for (const [name, handler] of handlers) document.removeEventListener(name, handler, true);
  };
}
