/** User actions: the events of a browser and their default behaviour. */
import { settle } from './screen.tsx';

interface Held {
  shiftKey?: boolean;
  ctrlKey?: boolean;
  metaKey?: boolean;
  altKey?: boolean;
}

const FOCUSABLE = 'a[href],button,input,select,textarea,[tabindex],[contenteditable=true]';

/** Presses and releases the pointer; focuses focusable elements like a browser. */
export async function click(element: Element, held: Held = {}): Promise<void> {
  if (element instanceof HTMLElement && 'disabled' in element && element.disabled === true)
    throw new Error(`It is disabled: ${element.outerHTML.slice(0, 200)}`);
  const init = { bubbles: true, cancelable: true, composed: true, button: 0, detail: 1, ...held };
  const pointer = { ...init, pointerId: 1, pointerType: 'mouse', isPrimary: true };
  // Preventing the pointer event suppresses the mouse events and keeps the focus.
  const isPressed = element.dispatchEvent(
    new PointerEvent('pointerdown', { ...pointer, buttons: 1 }),
  );
  const focuses =
    isPressed && element.dispatchEvent(new MouseEvent('mousedown', { ...init, buttons: 1 }));
  const target = element.closest<HTMLElement>(FOCUSABLE);
  if (focuses && target) target.focus();
  else if (focuses && document.activeElement instanceof HTMLElement) document.activeElement.blur();
  element.dispatchEvent(new PointerEvent('pointerup', pointer));
  if (isPressed) element.dispatchEvent(new MouseEvent('mouseup', init));
  element.dispatchEvent(new MouseEvent('click', init));
  await settle();
}

export async function hover(element: Element): Promise<void> {
  const init = { bubbles: true, pointerType: 'mouse', pointerId: 1 };
  element.dispatchEvent(new PointerEvent('pointerover', init));
  element.dispatchEvent(new PointerEvent('pointermove', init));
  element.dispatchEvent(new MouseEvent('mouseover', init));
  await settle();
}

/** Replaces the text of a field. */
export async function type(field: Element, text: string): Promise<void> {
  if (!(field instanceof HTMLInputElement) && !(field instanceof HTMLTextAreaElement))
    throw new Error(`Nobody can type into a ${field.tagName}.`);
  field.focus();
  const owner = field instanceof HTMLInputElement ? HTMLInputElement : HTMLTextAreaElement;
  // React overrides the element's own setter to track its writes.
  Object.getOwnPropertyDescriptor(owner.prototype, 'value')?.set?.call(field, text);
  field.dispatchEvent(new InputEvent('input', { bubbles: true, data: text }));
  await settle();
}

/** Selects an option of a list by its name. */
export async function choose(list: Element, label: string): Promise<void> {
  if (!(list instanceof HTMLSelectElement)) throw new Error('It is no list of options.');
  const option = [...list.options].find((it) => it.text === label);
  if (!option) throw new Error(`No ${label} in ${[...list.options].map((it) => it.text).join()}`);
  list.value = option.value;
  list.dispatchEvent(new Event('change', { bubbles: true }));
  await settle();
}

/** Gives files to a file input, like a file picker. */
export async function giveFiles(input: Element, ...files: File[]): Promise<void> {
  Object.defineProperty(input, 'files', { value: files, configurable: true });
  Object.defineProperty(input, 'value', { value: '', configurable: true, writable: true });
  input.dispatchEvent(new Event('change', { bubbles: true }));
  await settle();
}

/** The default action of a key that was not prevented. */
function doByDefault(target: Element, key: string): void {
  const isButton = target instanceof HTMLButtonElement;
  if (key === 'Enter' && (isButton || target instanceof HTMLAnchorElement)) target.click();
  else if (key === ' ' && isButton) target.click();
  else if (key === ' ' && target instanceof HTMLInputElement && /box|radio/.test(target.type))
    target.click();
  else if (key === 'Enter' && target instanceof HTMLInputElement) target.form?.requestSubmit();
}

/** Presses a key at the focus, or on `on`. Returns whether it was handled. */
export async function press(
  key: string,
  { on, ...held }: Held & { on?: Element } = {},
): Promise<boolean> {
  const target = on ?? document.activeElement ?? document.body;
  const init = { key, bubbles: true, cancelable: true, composed: true, ...held };
  const isFree = target.dispatchEvent(new KeyboardEvent('keydown', init));
  if (isFree) doByDefault(target, key);
  target.dispatchEvent(new KeyboardEvent('keyup', init));
  await settle();
  return !isFree;
}
