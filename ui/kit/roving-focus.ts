/**
 * One tab stop for a list: Tab leads to one of all controls in its items. Up and Down move to the
 * same control of another item, Left and Right to another control, Home and End to the ends.
 */

export interface RovingOptions {
  /** of all items, including those that are not rendered */
  count: number;
  /** items side by side; Left and Right then move between items */
  columns?: number;
  /** scrolls to an item of a virtual list, which renders it */
  show?: (at: number) => void;
}
/** A control by its position: the nth of its tag in an item. */
interface Stop {
  at: number;
  tag: string;
  nth: number;
}

const CONTROLS = 'a[href], button, input';
const CURRENT = '[aria-current]:not([aria-current="false"]), [aria-pressed="true"]';
const MAIN = '[data-main], [data-title]';
const OVERLAY = '[role="dialog"], [role="alertdialog"], [role="menu"]';
const TEXT_FIELD = 'input:not([type="checkbox"]), textarea, select, [contenteditable="true"]';

const controlsIn = (item: Element): HTMLElement[] =>
  [...item.querySelectorAll<HTMLElement>(CONTROLS)].filter((it) => !it.matches(':disabled'));
const sameTag = (item: Element, tag: string) =>
  controlsIn(item).filter((it) => it.localName === tag);
const isNowhere = () => document.activeElement === null || document.activeElement === document.body;

/** For the list that had the focus last. */
let latest: (() => boolean) | undefined;
/** Returns the focus to the list whose focused item is gone; returns whether there was one. */
export const restoreListFocus = (): boolean => latest?.() ?? false;

export class RovingFocus {
  readonly #list: HTMLElement;
  readonly #options: () => RovingOptions;
  readonly #observer: MutationObserver;
  readonly #listeners = new AbortController();
  #stop: Stop | undefined;
  /** the last focused control here */
  #focused: HTMLElement | undefined;
  /** the item that the keys moved to, until its control is rendered */
  #pending: Stop | undefined;
  /** the focus is here, or in something opened from here */
  #isInside = false;

  constructor(list: HTMLElement, options: () => RovingOptions) {
    this.#list = list;
    this.#options = options;
    const { signal } = this.#listeners;
    // React bubbles events of menus and dialogs that are elsewhere in the document.
    list.addEventListener('keydown', (event) => this.#onKey(event), { signal });
    list.addEventListener('focusin', (event) => this.#onFocus(event), { signal });
    list.addEventListener('focusout', () => this.#onBlur(), { signal });
    document.addEventListener('pointerdown', (event) => this.#onPress(event), { signal });
    this.#observer = new MutationObserver(() => this.#onChange());
    this.#observer.observe(list, {
      childList: true,
      subtree: true,
      attributeFilter: ['disabled'],
    });
    this.#settle();
  }

  close(): void {
    this.#listeners.abort();
    this.#observer.disconnect();
    if (latest === this.restore) latest = undefined;
  }

  readonly restore = (): boolean => {
    if (!this.#isInside || !this.#stop || !this.#list.isConnected) return false;
    const at = Math.min(this.#stop.at, this.#options().count - 1);
    const control = this.#controlAt({ ...this.#stop, at });
    control?.focus({ preventScroll: true });
    return control !== undefined;
  };

  #onChange(): void {
    if (this.#pending) this.#meet();
    else this.#restoreOnceClosed();
    this.#settle();
  }

  /** The menu that deleted the focused item has the focus until it closes. */
  #restoreOnceClosed(): void {
    const focused = this.#focused;
    if (this.#listeners.signal.aborted || !focused || !this.#isInside) return;
    if (!isNowhere()) {
      if (!focused.isConnected && document.activeElement?.closest(OVERLAY))
        requestAnimationFrame(() => this.#restoreOnceClosed());
    } else if (!focused.isConnected) this.restore();
    else if (!focused.matches(':disabled')) focused.focus({ preventScroll: true });
  }

  #onFocus({ target }: FocusEvent): void {
    const item = this.#itemOf(target);
    if (!(target instanceof HTMLElement) || !item) return;
    const at = this.#indexOf(item);
    if (at !== this.#pending?.at) this.#pending = undefined;
    this.#focused = target;
    this.#isInside = true;
    latest = this.restore;
    if (!target.matches(CONTROLS)) return;
    const tag = target.localName;
    this.#stop = { at, tag, nth: sameTag(item, tag).indexOf(target) };
    this.#settle();
  }

  #onBlur(): void {
    // A removed or disabled control loses the focus although the user has not left the list.
    requestAnimationFrame(() => {
      const { activeElement } = document;
      if (!isNowhere() && !activeElement?.closest(OVERLAY))
        this.#isInside = this.#list.contains(activeElement);
    });
  }

  #onPress({ target }: PointerEvent): void {
    if (target instanceof Element && !this.#list.contains(target) && !target.closest(OVERLAY))
      this.#isInside = false;
  }

  #onKey(event: KeyboardEvent): void {
    const { target, key } = event;
    const item = this.#itemOf(target);
    if (!item || !(target instanceof HTMLElement) || target.matches(TEXT_FIELD)) return;
    if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    const { count, columns = 1 } = this.#options();
    const at = this.#indexOf(item);
    const isVertical = key === 'ArrowDown' || key === 'ArrowUp';
    // The key opens its menu.
    if (isVertical && target.hasAttribute('aria-haspopup')) return;
    const to = {
      ArrowDown: at + columns,
      ArrowUp: at - columns,
      Home: 0,
      End: count - 1,
    }[key];
    const isSideways = key === 'ArrowRight' || key === 'ArrowLeft';
    if (to === undefined && !isSideways) return;
    event.preventDefault();
    if (to !== undefined) this.#go(to, target, item);
    else this.#goSideways(target, item, key === 'ArrowRight' ? 1 : -1);
  }

  #go(to: number, from: HTMLElement, item: Element): void {
    const { count, show } = this.#options();
    if (to < 0 || to >= count) return;
    const tag = from === item ? (this.#pending?.tag ?? 'a') : from.localName;
    const nth = from === item ? (this.#pending?.nth ?? 0) : sameTag(item, tag).indexOf(from);
    show?.(to);
    this.#pending = { at: to, tag, nth };
    this.#meet();
    requestAnimationFrame(() => this.#meet());
  }

  #goSideways(from: HTMLElement, item: Element, by: 1 | -1): void {
    const { columns = 1 } = this.#options();
    const controls = columns > 1 ? controlsIn(this.#list) : controlsIn(item);
    controls[controls.indexOf(from) + by]?.focus();
  }

  /** Its item has the focus until the control is rendered, unless the focus has moved elsewhere. */
  #meet(): void {
    const pending = this.#pending;
    const item = pending && this.#itemAt(pending.at);
    if (!item || !(isNowhere() || this.#list.contains(document.activeElement))) return;
    const control = this.#controlAt(pending);
    if (!control) item.tabIndex = -1;
    (control ?? item).focus({ preventScroll: this.#options().show !== undefined && !!control });
    if (!control) return;
    item.removeAttribute('tabindex');
    this.#pending = undefined;
  }

  #settle(): void {
    const stop = (this.#stop && this.#controlAt(this.#stop)) ?? this.#firstStop();
    for (const control of this.#list.querySelectorAll<HTMLElement>(CONTROLS)) {
      const tabIndex = control === stop ? 0 : -1;
      if (control.tabIndex !== tabIndex) control.tabIndex = tabIndex;
    }
  }

  #firstStop(): HTMLElement | undefined {
    const current = this.#list.querySelector<HTMLElement>(CURRENT);
    const item = this.#itemOf(current) ?? [...this.#list.children].find((it) => controlsIn(it)[0]);
    return item && (item.querySelector<HTMLElement>(MAIN) ?? controlsIn(item)[0]);
  }

  #controlAt({ at, tag, nth }: Stop): HTMLElement | undefined {
    const item = this.#itemAt(at);
    if (!item) return undefined;
    const same = sameTag(item, tag);
    return same[nth] ?? same[0] ?? controlsIn(item)[0];
  }

  #itemAt(at: number): HTMLElement | undefined {
    return [...this.#list.children].find(
      (it): it is HTMLElement => it instanceof HTMLElement && this.#indexOf(it) === at,
    );
  }
  #itemOf(target: EventTarget | null): HTMLElement | undefined {
    return [...this.#list.children].find(
      (it): it is HTMLElement =>
        it instanceof HTMLElement && target instanceof Node && it.contains(target),
    );
  }
  /** Virtual lists give the index of an item, from 1. */
  #indexOf(item: Element): number {
    const named = Number.parseInt(item.getAttribute('aria-posinset') ?? '', 10);
    return Number.isNaN(named) ? [...this.#list.children].indexOf(item) : named - 1;
  }
}
